package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Materialization;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.model.SourceText;
import dev.smelt.model.Target;
import dev.smelt.project.SmeltYml.Lookup;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Scalar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code smelt.yml}. */
final class SmeltYmlReader {
    static final String FILE = "smelt.yml";

    private static final List<String> KEYS = List.of(
            "name",
            "version",
            "paths",
            "targets",
            "default_materialization",
            "models",
            "time_zone",
            "functions",
            "lookups");

    private static final Map<String, LookupPolicy> POLICIES =
            Map.of("restate", LookupPolicy.RESTATE, "as_built", LookupPolicy.AS_BUILT);

    private final Path directory;
    private final Variables variables;
    private final Problems problems;

    SmeltYmlReader(Path directory, Variables variables, Problems problems) {
        this.directory = directory;
        this.variables = variables;
        this.problems = problems;
    }

    /** The settings, or nothing and problems where there are none to be had. */
    Optional<SmeltYml> read(String targetName, Optional<Path> databaseOverride) {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            problems.error(
                    Problems.NO_PROJECT,
                    Place.file(FILE),
                    "There is no smelt.yml in the project directory.",
                    "Create one that says 'name:', 'version: 1' and 'targets:' with a target '" + targetName
                            + "' of 'type: duckdb' and its 'database:' file.");
            return Optional.empty();
        }
        Optional<SourceText> text = FileText.read(file, FILE, problems);
        Optional<YamlNode> root = text.flatMap(each -> YamlReader.read(each, problems));
        if (text.isPresent() && root.isEmpty()) {
            problems.throwIfAny();
            problems.error(
                    Problems.NO_PROJECT,
                    Place.file(FILE),
                    "smelt.yml is empty.",
                    "Say at least 'name:', 'version: 1' and 'targets:'.");
        }
        return root.flatMap(node -> Section.of(node, FILE, variables, problems))
                .map(section -> settings(section, targetName, databaseOverride));
    }

    private SmeltYml settings(Section yml, String targetName, Optional<Path> databaseOverride) {
        yml.onlyKnows(KEYS);
        String name =
                yml.requiredText("name", "Add 'name:' with the project's name.").orElse("");
        yml.text("version")
                .filter(version -> !version.equals("1"))
                .ifPresent(version -> problems.error(
                        Problems.WRONG_VALUE,
                        yml.node("version").orElseThrow().place(),
                        "'version' must be 1, but is '" + version + "'.",
                        "This smelt reads projects of version 1."));
        Target target = new TargetReader(directory, variables, problems)
                .read(yml, targetName, databaseOverride)
                .orElseGet(() -> new Target(targetName, "duckdb", directory.resolve("none"), "main", Map.of()));
        return new SmeltYml(
                name,
                paths(yml),
                target,
                yml.choice("default_materialization", ModelReader.MATERIALIZATIONS, ModelReader.MATERIALIZATION_NAMES)
                        .orElse(Materialization.VIEW),
                yml.section("models"),
                timeZone(yml),
                strictReach(yml),
                lookups(yml));
    }

    private List<Scalar> paths(Section yml) {
        return yml.has("paths") ? yml.texts("paths") : List.of(new Scalar(new Place(FILE, 1, 1), "models", false));
    }

    private ZoneId timeZone(Section yml) {
        Optional<String> zone = yml.text("time_zone");
        try {
            return zone.map(ZoneId::of).orElse(ZoneId.of("UTC"));
        } catch (DateTimeException e) {
            problems.error(
                    Problems.WRONG_VALUE,
                    yml.node("time_zone").orElseThrow().place(),
                    "'" + zone.orElseThrow() + "' is no time zone.",
                    "Name one of the IANA database, such as Europe/Paris, or UTC.");
            return ZoneOffset.UTC;
        }
    }

    private boolean strictReach(Section yml) {
        Optional<Section> functions = yml.section("functions");
        functions.ifPresent(section -> section.onlyKnows(List.of("reach")));
        return functions
                .flatMap(section -> section.choice(
                        "reach", Map.of("declared", false, "strict", true), List.of("declared", "strict")))
                .orElse(false);
    }

    private Map<String, Lookup> lookups(Section yml) {
        Map<String, Lookup> lookups = new LinkedHashMap<>();
        Optional<Section> section = yml.section("lookups");
        if (section.isPresent()) {
            for (Entry entry : section.get().mapping().entries()) {
                section.get()
                        .choice(entry.key(), POLICIES, List.of("restate", "as_built"))
                        .ifPresent(policy -> lookups.put(entry.key(), new Lookup(policy, entry.place())));
            }
        }
        return lookups;
    }
}
