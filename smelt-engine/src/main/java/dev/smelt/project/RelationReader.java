package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.project.YamlNode.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what others fill: sources from their YAML, seeds from their file and the YAML beside it. */
final class RelationReader {
    private static final List<String> SOURCE_KEYS =
            List.of("name", "description", "columns", "timeseries", "unique_key", "arrival_column", "append_only");
    private static final List<String> SEED_KEYS = List.of("name", "description", "columns", "timeseries");

    private final String schema;
    private final Variables variables;
    private final Problems problems;

    /** A reader for a target whose tables lie in the schema. */
    RelationReader(String schema, Variables variables, Problems problems) {
        this.schema = schema;
        this.variables = variables;
        this.problems = problems;
    }

    Optional<Source> source(ProjectFile file, Address address) {
        return section(file, "source " + address).map(section -> {
            onlyKnows(section, SOURCE_KEYS);
            List<Column> columns = ColumnListReader.read(section);
            List<String> uniqueKey = new ArrayList<>();
            section.texts("unique_key").forEach(name -> {
                TimeseriesReader.declared(section, "unique_key", name.text(), columns, name.place());
                uniqueKey.add(name.text());
            });
            Optional<String> arrival = section.text("arrival_column");
            arrival.ifPresent(name -> TimeseriesReader.declared(section, "arrival_column", name, columns));
            section.text("description");
            return new Source(
                    address,
                    table(section).orElse(defaultTable(schema, address)),
                    columns,
                    TimeseriesReader.read(section, columns),
                    List.copyOf(uniqueKey),
                    arrival,
                    section.flag("append_only").orElse(false),
                    section.place());
        });
    }

    /** The seed of a file, and of the YAML file beside it where there is one. */
    Optional<Seed> seed(ProjectFile file, Optional<ProjectFile> yaml, Address address) {
        Optional<Section> section = yaml.flatMap(each -> section(each, "seed " + address));
        section.ifPresent(each -> {
            onlyKnows(each, SEED_KEYS);
            each.text("description");
        });
        List<Column> columns = section.map(ColumnListReader::read).orElse(List.of());
        Optional<Timeseries> timeseries = section.flatMap(each -> TimeseriesReader.read(each, columns));
        Place place = section.map(Section::place).orElse(file.place());
        TableName table = section.flatMap(this::table).orElse(defaultTable(schema, address));
        Seed.Format format = format(file);
        Optional<SourceText> script = format == Seed.Format.SCRIPT ? script(file) : Optional.empty();
        if (format == Seed.Format.SCRIPT && script.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Seed(address, table, format, file.file(), script, columns, timeseries, place));
    }

    /** {@code <schema>.<path with _>}. */
    static TableName defaultTable(String schema, Address address) {
        return new TableName(schema, address.path().replace('.', '_'));
    }

    private Optional<Section> section(ProjectFile file, String name) {
        Optional<SourceText> text = FileText.read(file.file(), file.relative(), problems);
        return text.map(each ->
                        YamlReader.read(each, problems).orElseGet(() -> new YamlNode.Mapping(each.place(0), List.of())))
                .flatMap(node -> Section.of(node, name, variables, problems));
    }

    private void onlyKnows(Section section, List<String> known) {
        for (Entry entry : section.mapping().entries()) {
            if (!known.contains(entry.key()) && !ForeignKeys.isWithoutEffect(entry, section.name(), problems)) {
                section.unknown(entry, known);
            }
        }
    }

    private Optional<TableName> table(Section section) {
        Optional<String> name = section.text("name");
        Optional<TableName> table = name.map(each -> TableName.parse(each, schema));
        if (table.filter(each -> each.schema().isBlank()
                        || each.name().isBlank()
                        || each.name().contains("."))
                .isPresent()) {
            problems.error(
                    Problems.NAME,
                    section.node("name").orElseThrow().place(),
                    "'" + name.get() + "' is no name of a table.",
                    "Write 'schema.table', or 'table' for one in the target's schema.");
            return Optional.empty();
        }
        if (table.filter(each -> TargetReader.isTakenByEngine(each.schema())).isPresent()) {
            problems.error(
                    Problems.NAME,
                    section.node("name").orElseThrow().place(),
                    "DuckDB has a database '" + table.get().schema()
                            + "' of its own, so that a schema of this name is ambiguous.",
                    "Load the table into another schema.");
            return Optional.empty();
        }
        return table;
    }

    private Optional<SourceText> script(ProjectFile file) {
        Optional<SourceText> text = FileText.read(file.file(), file.relative(), problems);
        if (text.isPresent() && SqlFileKind.of(text.get().text()) == SqlFileKind.EMPTY) {
            problems.error(Problems.FRONT_MATTER, file.place(), "This seed script holds no SELECT.", "Write one.");
            return Optional.empty();
        }
        return text.flatMap(each -> variables
                .expand(each.text(), problems, each::place)
                .map(expanded -> new SourceText(each.file(), expanded, each.start(), each.line(), each.column())));
    }

    private static Seed.Format format(ProjectFile file) {
        return switch (file.type()) {
            case CSV -> Seed.Format.CSV;
            case PARQUET -> Seed.Format.PARQUET;
            case JSON -> Seed.Format.JSON;
            case SEED_SCRIPT -> Seed.Format.SCRIPT;
            case SQL, YAML, YAML_LONG -> throw new IllegalArgumentException("no seed: " + file.relative());
        };
    }
}
