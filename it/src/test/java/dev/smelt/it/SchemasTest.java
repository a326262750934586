package dev.smelt.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Project;
import dev.smelt.project.ProjectLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schemas that {@code smelt:init} writes for editors say what the loader says of keys, kinds and words. */
class SchemasTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SCHEMAS =
            ROOT.resolve("smelt-engine/src/main/resources/dev/smelt/project/starter/schemas");

    /** What stands in for each value: texts, numbers, flags, words in other letters, variables, lists, mappings, nothing. */
    private static final List<String> VALUES = List.of(
            "x",
            "1",
            "2.5",
            "true",
            "FALSE",
            "table",
            "Ephemeral",
            "incremental",
            "day",
            "${V}",
            "'a ${V}'",
            "[a, b]",
            "[[a]]",
            "{k: v}",
            "{unknwon: v}",
            "{k: {unknwon: v}}",
            "",
            "~",
            "2026-05-01",
            "1:30",
            "no");

    @TempDir
    private Path directory;

    private final Map<Kind, Schema> schemas = new EnumMap<>(Kind.class);

    /** A kind of file: its schema, and a file that is right, to which keys are added. */
    private enum Kind {
        SMELT("smelt", "name: x\ntargets: {dev: {type: duckdb, database: x.duckdb}}\n"),
        MODEL("model", "description: m\n"),
        SOURCE("source", "description: s\n"),
        SEED("seed", "description: s\n");

        private final String schema;
        private final String right;

        Kind(String schema, String right) {
            this.schema = schema;
            this.right = right;
        }
    }

    @Test
    void everyFileOfTheProjectsHereIsAccepted() throws IOException {
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Path folder : List.of(ROOT.resolve("it/src/it"), SCHEMAS.getParent())) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    Optional<Kind> kind = kind(file);
                    if (kind.isPresent()) {
                        seen++;
                        complaints(kind.get(), yaml(file)).forEach(complaint -> wrong.add(file + ": " + complaint));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isGreaterThan(20);
    }

    @Test
    void everyKeyAndValueIsJudgedAsTheLoaderDoes() throws IOException {
        List<String> disagreements = new ArrayList<>();
        int accepted = 0;
        int rejected = 0;
        for (Kind kind : Kind.values()) {
            for (String yaml : variants(kind)) {
                boolean bySchema = complaints(kind, yaml).isEmpty();
                List<String> byLoader = loaded(kind, yaml);
                boolean tooStrict = !bySchema && byLoader.isEmpty();
                // What a variable stands for is known to the loader only.
                boolean tooLax =
                        bySchema && !yaml.contains("${") && byLoader.stream().anyMatch(SchemasTest::isAboutShape);
                if (tooStrict || tooLax) {
                    disagreements.add(kind + " " + yaml.replace("\n", " / ") + ": schema " + complaints(kind, yaml)
                            + ", loader " + byLoader);
                }
                accepted += bySchema ? 1 : 0;
                rejected += bySchema ? 0 : 1;
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(accepted).isGreaterThan(200);
        assertThat(rejected).isGreaterThan(200);
    }

    @Test
    void everyKeyThatTheLoaderKnowsIsInASchema() {
        Set<String> known = new TreeSet<>();
        for (Kind kind : Kind.values()) {
            properties(tree(kind), known);
        }
        Set<String> asked = new TreeSet<>();
        for (String reader : List.of(
                "SmeltYmlReader",
                "TargetReader",
                "ModelReader",
                "RelationReader",
                "TimeseriesReader",
                "ColumnDeclarations",
                "ColumnListReader")) {
            String source =
                    Quotations.read(ROOT.resolve("smelt-engine/src/main/java/dev/smelt/project/" + reader + ".java"));
            Pattern.compile("KEYS\\s*=\\s*List\\.of\\(([^;]*)\\);")
                    .matcher(source)
                    .results()
                    .flatMap(list ->
                            Pattern.compile("\"(\\w+)\"").matcher(list.group(1)).results())
                    .forEach(key -> asked.add(key.group(1)));
        }
        assertThat(asked).contains("targets", "append_only", "renamed_from");
        assertThat(known).containsAll(asked);
    }

    /** The right file with each known key set to each value, and with a key that nobody knows. */
    private static List<String> variants(Kind kind) {
        List<String> variants = new ArrayList<>(List.of(kind.right, kind.right + "unknwon: x\n", ""));
        tree(kind).get("properties").propertyNames().forEach(key -> {
            String rest = Stream.of(kind.right.split("(?<=\n)"))
                    .filter(line -> !line.startsWith(key + ":"))
                    .reduce("", String::concat);
            for (String value : VALUES) {
                variants.add(rest + key + ": " + value + "\n");
            }
            variants.add(rest);
        });
        for (String inner : List.of(
                "timeseries: {partition_column: d, granularity: %s}",
                "timeseries: {partition_column: d, granularity: week, week_start: %s}",
                "timeseries: {partition_column: %s, granularity: day}")) {
            if (kind != Kind.SMELT) {
                VALUES.forEach(value -> variants.add(kind.right + inner.formatted(flow(value)) + "\n"));
            }
        }
        if (kind == Kind.SOURCE || kind == Kind.SEED) {
            for (String column :
                    List.of("{name: %s, type: INT}", "{name: a, type: %s}", "{name: a, type: INT, nullable: %s}")) {
                VALUES.forEach(
                        value -> variants.add(kind.right + "columns: [" + column.formatted(flow(value)) + "]\n"));
            }
            variants.add(kind.right + "columns: [{name: a}]\n");
            variants.add(kind.right + "columns: [{name: a, type: INT, nulable: false}]\n");
            variants.add(kind.right + "columns: [{name: a, type: INT, tests: [x]}]\n");
        }
        if (kind == Kind.MODEL) {
            for (String inner : List.of(
                    "columns: {c: {contract: %s}}",
                    "columns: {c: {default: %s}}",
                    "columns: {c: %s}",
                    "safety_overrides: {allow_limit: %s}",
                    "batched: {safety_overrides: {allow_limit: %s}}",
                    "batched: {allow_having: %s}",
                    "schema_evolution: {strategy: %s}")) {
                VALUES.forEach(value -> variants.add(kind.right + inner.formatted(flow(value)) + "\n"));
            }
        }
        if (kind == Kind.SMELT) {
            for (String inner : List.of(
                    "models: {m: {materialization: %s}}",
                    "models: {m: %s}", "functions: {reach: %s}", "lookups: {m: %s}")) {
                VALUES.forEach(value -> variants.add(kind.right + inner.formatted(flow(value)) + "\n"));
            }
        }
        return variants;
    }

    private static String flow(String value) {
        return value.startsWith("${") ? "'" + value + "'" : value;
    }

    /** What the loader says of a project with this file. */
    private List<String> loaded(Kind kind, String yaml) throws IOException {
        write("smelt.yml", kind == Kind.SMELT ? yaml : Kind.SMELT.right);
        write("models/m.sql", "---\n" + (kind == Kind.MODEL ? yaml : "") + "---\nSELECT 1 AS d\n");
        write("models/sources/raw/s.yml", kind == Kind.SOURCE ? yaml : Kind.SOURCE.right);
        write("models/seed.csv", "d\n1\n");
        write("models/seed.yml", kind == Kind.SEED ? yaml : Kind.SEED.right);
        try {
            Project project = ProjectLoader.load(directory, "dev", Optional.empty(), Map.of("V", "v"));
            return project.models().values().stream()
                    .flatMap(model -> model.refusals().stream())
                    .map(Diagnostic::render)
                    .toList();
        } catch (SmeltException e) {
            return e.diagnostics().stream().map(Diagnostic::render).toList();
        }
    }

    /** Whether it is about a key, a kind of value or a word, and not about what the words mean together. */
    private static boolean isAboutShape(String problem) {
        return problem.contains("[SMELT-C003]")
                || problem.contains(" must be ")
                || problem.contains("[SMELT-C006]")
                || problem.contains("target type");
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<String> complaints(Kind kind, String yaml) {
        // An empty file says nothing wrong; YAML has no value for it.
        String text = yaml.isBlank() ? "{}" : yaml;
        return schemas.computeIfAbsent(kind, SchemasTest::schema).validate(text, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }

    private static Schema schema(Kind kind) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text(kind));
    }

    private static JsonNode tree(Kind kind) {
        return new JsonMapper().readTree(text(kind));
    }

    private static String text(Kind kind) {
        return Quotations.read(SCHEMAS.resolve(kind.schema + ".schema.json"));
    }

    private static void properties(JsonNode node, Set<String> names) {
        if (node.isObject() && node.has("properties")) {
            names.addAll(node.get("properties").propertyNames());
        }
        node.forEach(child -> properties(child, names));
    }

    private static Optional<Kind> kind(Path file) {
        String path = file.toString();
        if (path.endsWith("/smelt.yml")) {
            return Optional.of(Kind.SMELT);
        }
        if (path.endsWith(".yml")) {
            return Optional.of(path.contains("/sources/") ? Kind.SOURCE : Kind.SEED);
        }
        boolean model = path.contains("/models/") && path.endsWith(".sql");
        return model && Quotations.read(file).startsWith("---\n") ? Optional.of(Kind.MODEL) : Optional.empty();
    }

    private static String yaml(Path file) {
        String text = Quotations.read(file).replace("@name@", "starter");
        return text.startsWith("---\n") ? text.substring(4, text.indexOf("\n---", 4) + 1) : text;
    }
}
