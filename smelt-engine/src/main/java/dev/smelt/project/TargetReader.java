package dev.smelt.project;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.ServerReference;
import dev.smelt.model.Target;
import dev.smelt.project.YamlNode.Entry;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code targets} and picks one. Variables of the others are left alone: they need not be set here. */
final class TargetReader {
    private static final List<String> KEYS = List.of("type", "database", "schema", "settings", "server_id");
    private static final Set<String> ORDERS = Set.of("default_order", "default_null_order", "null_order");
    private static final String EXAMPLE =
            "Add 'targets:' with a target that has 'type: duckdb' and 'database:', a file beside smelt.yml.";

    private final Path directory;
    private final Variables variables;
    private final Problems problems;

    TargetReader(Path directory, Variables variables, Problems problems) {
        this.directory = directory;
        this.variables = variables;
        this.problems = problems;
    }

    Optional<Target> read(Section yml, String targetName, Optional<Path> databaseOverride) {
        if (!yml.has("targets")) {
            problems.missing("targets", yml.place(), "smelt.yml has no 'targets'.", EXAMPLE);
        }
        Optional<Section> targets = yml.section("targets");
        if (targets.isEmpty()) {
            return Optional.empty();
        }
        List<String> names =
                targets.get().mapping().entries().stream().map(Entry::key).toList();
        if (!names.contains(targetName)) {
            String near = NearNames.didYouMean(targetName, names).strip();
            problems.error(
                    Problems.TARGET,
                    yml.place("targets"),
                    "There is no target '" + targetName + "'.",
                    near.isEmpty() ? "Known targets: " + String.join(", ", names) + "." : near);
        }
        Optional<Target> chosen = Optional.empty();
        for (Entry entry : targets.get().mapping().entries()) {
            Optional<Section> section = Section.of(entry.value(), "target '" + entry.key() + "'", variables, problems);
            section.ifPresent(each -> each.onlyKnows(KEYS));
            if (entry.key().equals(targetName)) {
                chosen = section.map(each -> target(targetName, each, databaseOverride));
            }
        }
        return chosen;
    }

    private Target target(String name, Section section, Optional<Path> databaseOverride) {
        section.requiredText("type", "Add 'type: duckdb'.")
                .filter(type -> !type.equals("duckdb"))
                .ifPresent(type -> problems.error(
                        Problems.TARGET,
                        section.node("type").orElseThrow().place(),
                        "smelt does not know the target type '" + type + "'.",
                        "Use 'duckdb'."));
        Path database = databaseOverride
                .or(() -> section.requiredText("database", "Add 'database:', a file relative to smelt.yml.")
                        .flatMap(text -> database(
                                text, section.node("database").orElseThrow().place())))
                .orElse(Path.of("none"));
        return new Target(
                name,
                "duckdb",
                directory.resolve(database).normalize(),
                schema(section),
                settings(section),
                section.text("server_id").map(id -> new ServerReference(id, section.place("server_id"))));
    }

    private Optional<Path> database(String text, Place place) {
        String wrong = text.startsWith(":memory:")
                ? "A database in memory would forget what is built."
                : "'" + text + "' is no file name.";
        try {
            if (!text.startsWith(":memory:")) {
                return Optional.of(Path.of(text));
            }
        } catch (InvalidPathException e) {
            wrong = "'" + text + "' is no file name: " + e.getReason() + ".";
        }
        problems.error(Problems.TARGET, place, wrong, "Name a file, such as warehouse.duckdb.");
        return Optional.empty();
    }

    /** Whether the engine takes the name of a schema for one of its own databases, so that names in it are ambiguous. */
    static boolean isTakenByEngine(String schema) {
        return schema.equalsIgnoreCase("temp") || schema.equalsIgnoreCase("system");
    }

    private String schema(Section section) {
        Optional<String> schema = section.text("schema");
        schema.filter(TargetReader::isTakenByEngine)
                .ifPresent(name -> problems.error(
                        Problems.TARGET,
                        section.node("schema").orElseThrow().place(),
                        "DuckDB has a database '" + name + "' of its own, so that a schema of this name is ambiguous.",
                        "Name another schema, without a dot."));
        boolean taken = schema.filter(each -> each.equalsIgnoreCase("_smelt")).isPresent();
        if (taken || schema.filter(each -> each.isEmpty() || each.contains(".")).isPresent()) {
            problems.error(
                    Problems.TARGET,
                    section.node("schema").orElseThrow().place(),
                    taken
                            ? "The schema '_smelt' holds smelt's own state."
                            : "'" + schema.get() + "' is no name of a schema.",
                    "Name another schema, without a dot.");
        }
        return schema.orElse("main");
    }

    private Map<String, String> settings(Section section) {
        Map<String, String> settings = new TreeMap<>();
        section.section("settings").ifPresent(all -> {
            for (Entry entry : all.mapping().entries()) {
                if (ORDERS.contains(entry.key().toLowerCase(Locale.ROOT))) {
                    problems.error(
                            Problems.TARGET,
                            entry.place(),
                            "The setting '" + entry.key()
                                    + "' changes which rows an ORDER BY puts first, and with them what windows hold:"
                                    + " smelt reads the SQL with the engine's own order.",
                            "Remove it, and write ASC, DESC, NULLS FIRST or NULLS LAST in the SQL.");
                    continue;
                }
                all.text(entry.key()).ifPresent(value -> settings.put(entry.key(), value));
            }
        });
        return Collections.unmodifiableMap(settings);
    }
}
