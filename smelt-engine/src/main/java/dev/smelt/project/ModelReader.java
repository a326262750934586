package dev.smelt.project;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Refresh;
import dev.smelt.model.SafetyOverride;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.SourceText;
import dev.smelt.model.Timeseries;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Mapping;
import dev.smelt.project.YamlNode.Scalar;
import dev.smelt.time.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes a model of its SELECT, its front matter and what {@code smelt.yml} says about it. */
final class ModelReader {
    static final Map<String, Materialization> MATERIALIZATIONS = Map.of(
            "table", Materialization.TABLE, "view", Materialization.VIEW, "ephemeral", Materialization.EPHEMERAL);
    static final List<String> MATERIALIZATION_NAMES = List.of("table", "view", "ephemeral");

    private static final List<String> KEYS = List.of(
            "name",
            "description",
            "owner",
            "tags",
            "materialization",
            "refresh",
            "grain",
            "start",
            "timeseries",
            "safety_overrides",
            "batched",
            "columns",
            "schema_evolution");

    private final SmeltYml settings;
    private final Variables variables;
    private final Problems problems;

    ModelReader(SmeltYml settings, Variables variables, Problems problems) {
        this.settings = settings;
        this.variables = variables;
        this.problems = problems;
    }

    /** The model of a file, or nothing and problems. */
    Optional<Model> read(ProjectFile file, Address address, FrontMatter parts) {
        String name = "model " + address;
        Place begin = new Place(file.relative(), 1, 1);
        Mapping nothing = new Mapping(begin, List.of());
        Optional<YamlNode> yaml = parts.yaml().flatMap(text -> YamlReader.read(text, problems));
        Optional<Section> own = Section.of(yaml.orElse(nothing), name, variables, problems);
        Optional<Mapping> override = settings.overrides()
                .filter(all -> all.node(address.path()).isPresent())
                .flatMap(all -> all.section(address.path()))
                .map(Section::mapping);
        return own.map(section -> section.mapping().completedBy(override.orElse(nothing)))
                .map(merged -> model(address, new Section(merged, name, variables, problems), parts.sql(), begin));
    }

    private Model model(Address address, Section section, SourceText sql, Place begin) {
        List<Diagnostic> refusals = new ArrayList<>();
        sortKeys(section, refusals);
        checkName(section, address);
        Optional<Timeseries> timeseries = TimeseriesReader.read(section, List.of());
        Refresh refresh = section.choice(
                        "refresh",
                        Map.of("full", Refresh.FULL, "incremental", Refresh.INCREMENTAL),
                        List.of("full", "incremental"))
                .orElse(Refresh.FULL);
        Materialization materialization = materialization(section, refresh);
        if (refresh == Refresh.INCREMENTAL && !section.has("timeseries")) {
            problems.error(
                    Problems.CONTRADICTION,
                    section.place("refresh"),
                    "The " + section.name() + " is incremental but has no 'timeseries', so that nothing says what a"
                            + " partition is.",
                    TimeseriesReader.EXAMPLE);
        }
        checkGrain(section);
        Set<SafetyOverride> overrides = SafetyOverrides.read(section, refusals);
        Map<String, ColumnDeclaration> columns = ColumnDeclarations.read(section);
        return new Model(
                address,
                RelationReader.defaultTable(settings.target().schema(), address),
                materialization,
                refresh,
                timeseries,
                overrides,
                columns,
                evolution(section),
                start(section, timeseries),
                section.texts("tags").stream().map(Scalar::text).distinct().toList(),
                section.text("description"),
                section.text("owner"),
                sql,
                List.copyOf(refusals),
                begin);
    }

    private void sortKeys(Section section, List<Diagnostic> refusals) {
        for (Entry entry : section.mapping().entries()) {
            if (KEYS.contains(entry.key()) || ForeignKeys.isWithoutEffect(entry, section.name(), problems)) {
                continue;
            }
            ForeignKeys.refusal(entry, section.name())
                    .ifPresentOrElse(refusals::add, () -> section.unknown(entry, KEYS));
        }
    }

    private void checkName(Section section, Address address) {
        section.text("name")
                .filter(name -> !name.equals(address.path()) && !name.equals(address.lastPart()))
                .ifPresent(name -> problems.error(
                        Problems.NAME,
                        section.node("name").orElseThrow().place(),
                        "This file is the model '" + address + "', but its 'name' is '" + name + "'.",
                        "A model's name follows from its path: drop 'name', or move the file."));
    }

    private Materialization materialization(Section section, Refresh refresh) {
        Optional<Materialization> said = section.choice("materialization", MATERIALIZATIONS, MATERIALIZATION_NAMES);
        if (refresh == Refresh.FULL) {
            return said.orElse(settings.defaultMaterialization());
        }
        said.filter(each -> each != Materialization.TABLE)
                .ifPresent(each -> problems.error(
                        Problems.CONTRADICTION,
                        section.node("materialization").orElseThrow().place(),
                        "The " + section.name() + " is incremental, and only a table can be.",
                        "Say 'materialization: table', or drop 'refresh: incremental'."));
        return Materialization.TABLE;
    }

    private void checkGrain(Section section) {
        boolean partition = section.choice("grain", Map.of("partition", true), List.of("partition"))
                .isPresent();
        if (partition && !section.has("timeseries")) {
            problems.error(
                    Problems.CONTRADICTION,
                    section.place("grain"),
                    "'grain: partition' says that the " + section.name()
                            + " has partitions, but it has no 'timeseries'.",
                    TimeseriesReader.EXAMPLE);
        }
    }

    private SchemaEvolution evolution(Section section) {
        Optional<Section> evolution = section.section("schema_evolution");
        evolution.ifPresent(each -> each.onlyKnows(List.of("strategy")));
        return evolution
                .flatMap(each -> each.choice(
                        "strategy",
                        Map.of(
                                "alter_and_backfill", SchemaEvolution.ALTER_AND_BACKFILL,
                                "full_refresh", SchemaEvolution.FULL_REFRESH),
                        List.of("alter_and_backfill", "full_refresh")))
                .orElse(SchemaEvolution.ALTER_AND_BACKFILL);
    }

    private Optional<Long> start(Section section, Optional<Timeseries> timeseries) {
        Optional<String> text = section.text("start");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Place place = section.node("start").orElseThrow().place();
        if (timeseries.isEmpty()) {
            if (!section.has("timeseries")) {
                problems.error(
                        Problems.CONTRADICTION,
                        place,
                        "'start' names the first partition of the " + section.name() + ", which has no 'timeseries'.",
                        TimeseriesReader.EXAMPLE);
            }
            return Optional.empty();
        }
        Granularity granularity = timeseries.get().granularity();
        Optional<Long> start = granularity.parse(text.get());
        if (start.isEmpty()) {
            problems.error(
                    Problems.WRONG_VALUE,
                    place,
                    "'" + text.get() + "' is no start of a partition.",
                    granularity.isTime()
                            ? "Write a date such as 2026-05-01 (or 2026-05-01T05:00 for hours)."
                            : "Write a whole number, or declare 'granularity' where partitions are dates.");
        } else if (granularity.floor(start.get()) != start.get()) {
            problems.error(
                    Problems.WRONG_VALUE,
                    place,
                    "'" + text.get() + "' is not the start of a partition of one " + granularity + ".",
                    "Write " + granularity.format(granularity.floor(start.get())) + " or "
                            + granularity.format(granularity.next(start.get())) + ".");
        }
        return start;
    }
}
