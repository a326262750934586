package dev.smelt.project;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlTest;
import dev.smelt.model.TableName;
import dev.smelt.project.YamlNode.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Puts a project together from its settings and the files found under its paths. */
final class ProjectAssembly {
    private final Path directory;
    private final SmeltYml settings;
    private final Problems problems;
    private final Variables variables;
    private final RelationReader relations;
    private final ModelReader modelReader;
    private final TakenTables taken;
    private final SortedMap<Address, Model> models = new TreeMap<>();
    private final SortedMap<Address, Source> sources = new TreeMap<>();
    private final SortedMap<Address, Seed> seeds = new TreeMap<>();
    private final SortedMap<String, FunctionDefinition> functions = new TreeMap<>();
    private final SortedMap<String, SqlTest> tests = new TreeMap<>();
    private final SortedMap<String, DataCheck> checks = new TreeMap<>();

    ProjectAssembly(Path directory, SmeltYml settings, Variables variables, Problems problems) {
        this.directory = directory;
        this.settings = settings;
        this.problems = problems;
        this.variables = variables;
        this.relations = new RelationReader(settings.target().schema(), variables, problems);
        this.modelReader = new ModelReader(settings, variables, problems);
        this.taken = new TakenTables(problems);
    }

    Project assemble() {
        Discovery.Found found = Discovery.find(directory, settings.paths(), problems);
        readFiles(found.files());
        found.functionFiles().forEach(this::readFunctionFile);
        checkOverrides();
        return new Project(
                settings.name(),
                directory,
                settings.target(),
                Collections.unmodifiableSortedMap(models),
                Collections.unmodifiableSortedMap(sources),
                Collections.unmodifiableSortedMap(seeds),
                Collections.unmodifiableSortedMap(functions),
                List.copyOf(tests.values()),
                List.copyOf(checks.values()),
                settings.timeZone(),
                settings.strictReach(),
                lookups(),
                problems.notices());
    }

    /** Sources come before seeds, so that a seed can be seen to fill one. */
    private void readFiles(List<ProjectFile> files) {
        Map<String, ProjectFile> seedYaml = new HashMap<>();
        for (ProjectFile file : files) {
            if (file.type().isSeed()) {
                files.stream()
                        .filter(other -> other.type().isYaml() && other.stem().equals(file.stem()))
                        .findFirst()
                        .ifPresent(yaml -> seedYaml.put(file.relative(), yaml));
            }
        }
        for (ProjectFile file : files) {
            if (file.type().isYaml() && !seedYaml.containsValue(file)) {
                readSource(file);
            }
        }
        for (ProjectFile file : files) {
            if (file.type().isSeed()) {
                readSeed(file, Optional.ofNullable(seedYaml.get(file.relative())));
            } else if (file.type() == ProjectFile.Type.SQL) {
                readSql(file);
            }
        }
    }

    private void readSource(ProjectFile file) {
        Optional<Address> address = file.address(problems);
        if (address.filter(each -> !each.path().startsWith("sources.")).isPresent()) {
            problems.error(
                    Problems.NAME,
                    file.place(),
                    "This YAML file is no source, since it does not lie under 'sources', and there is no seed beside it.",
                    "Move it under 'sources', or put what it says about a model into that model's front matter.");
            return;
        }
        address.flatMap(each -> relations.source(file, each)).ifPresent(source -> {
            if (taken.take(source.address(), source.table(), source.place())) {
                sources.put(source.address(), source);
            }
        });
    }

    private void readSeed(ProjectFile file, Optional<ProjectFile> yaml) {
        Optional<Seed> read = file.address(problems).flatMap(address -> relations.seed(file, yaml, address));
        if (read.isEmpty()) {
            return;
        }
        Seed seed = read.get();
        if (isFree(seed, file)) {
            seeds.put(seed.address(), seed);
        }
    }

    private boolean isFree(Seed seed, ProjectFile file) {
        if (!fillsSource(seed)) {
            return taken.take(seed.address(), seed.table(), file.place());
        }
        if (!sources.containsKey(seed.address())) {
            return taken.takeAddress(seed.address(), file.place());
        }
        Optional<Seed> other = Optional.ofNullable(seeds.get(seed.address()));
        other.ifPresent(each -> problems.error(
                Problems.NAME_TAKEN,
                file.place(),
                "The files " + each.file().getFileName() + " and " + file.file().getFileName() + " both give the seed '"
                        + seed.address() + "'.",
                "Keep one of them."));
        return other.isEmpty();
    }

    /** A seed may give the table of a declared source, but only one may. */
    private boolean fillsSource(Seed seed) {
        boolean fills =
                sources.values().stream().anyMatch(source -> source.table().equals(seed.table()));
        if (fills) {
            seeds.values().stream()
                    .filter(other -> other.table().equals(seed.table())
                            && !other.address().equals(seed.address()))
                    .forEach(other -> problems.error(
                            Problems.NAME_TAKEN,
                            seed.place(),
                            "The seeds '" + other.address() + "' (" + other.place() + ") and '" + seed.address() + "' ("
                                    + seed.place() + ") both fill the source table " + seed.table() + ".",
                            "Keep one of them."));
        }
        return fills;
    }

    private void readSql(ProjectFile file) {
        Optional<SourceText> text = FileText.read(file.file(), file.relative(), problems);
        Optional<FrontMatter> parts = text.flatMap(each -> FrontMatter.of(each, problems));
        if (parts.isEmpty()) {
            return;
        }
        switch (SqlFileKind.of(parts.get().sql().text())) {
            case MODEL -> readModel(file, parts.get());
            case FUNCTIONS -> readFunctions(parts.get());
            case TEST, CHECK -> readDeclarations(parts.get());
            case EMPTY ->
                problems.error(
                        Problems.FRONT_MATTER,
                        file.place(),
                        "This file holds no SELECT.",
                        "Write one, or remove the file.");
        }
    }

    /** Tests and checks, and functions between them. */
    private void readAssertions(Optional<SourceText> yaml, SourceText sql) {
        AssertionReader.Found found =
                AssertionReader.read(sql, AssertionSettings.read(yaml, variables, problems), problems);
        for (SqlTest test : found.tests()) {
            nameOnce(
                    "test",
                    test.name(),
                    test.place(),
                    Optional.ofNullable(tests.get(test.name())).map(SqlTest::place));
            tests.putIfAbsent(test.name(), test);
        }
        for (DataCheck check : found.checks()) {
            nameOnce(
                    "check",
                    check.name(),
                    check.place(),
                    Optional.ofNullable(checks.get(check.name())).map(DataCheck::place));
            checks.putIfAbsent(check.name(), check);
        }
    }

    private void nameOnce(String what, String name, Place place, Optional<Place> other) {
        other.ifPresent(first -> problems.error(
                Problems.NAME_TAKEN,
                place,
                "The " + what + " '" + name + "' is declared twice; the other is at " + first + ".",
                "Rename one of them."));
    }

    /** A model's file may hold tests and checks behind the SELECT. */
    private void readModel(ProjectFile file, FrontMatter whole) {
        SourceText text = whole.sql();
        int begin = AssertionReader.beginIn(text.text());
        FrontMatter parts = whole;
        if (begin < text.text().length()) {
            readAssertions(
                    Optional.empty(), FileText.part(text, begin, text.text().length()));
            parts = new FrontMatter(whole.yaml(), FileText.part(text, 0, begin));
        }
        readSelect(file, parts);
    }

    private void readSelect(ProjectFile file, FrontMatter parts) {
        file.address(problems)
                .flatMap(address -> modelReader.read(file, address, parts))
                .ifPresent(model -> {
                    if (taken.take(model.address(), model.table(), file.place())) {
                        models.put(model.address(), model);
                    }
                });
    }

    private void readFunctionFile(ProjectFile file) {
        Optional<SourceText> text = FileText.read(file.file(), file.relative(), problems);
        Optional<FrontMatter> parts = text.flatMap(each -> FrontMatter.of(each, problems));
        if (parts.isEmpty()) {
            return;
        }
        switch (SqlFileKind.of(parts.get().sql().text())) {
            case FUNCTIONS -> readFunctions(parts.get());
            case TEST, CHECK -> readDeclarations(parts.get());
            case MODEL, EMPTY ->
                problems.error(
                        Problems.FUNCTION,
                        file.place(),
                        "This file lies under 'functions' but does not begin with 'smelt.define'.",
                        "Define a function in it, or move it under one of the project's paths.");
        }
    }

    /** A file of functions, which has no front matter of its own. */
    private void readFunctions(FrontMatter parts) {
        parts.yaml()
                .filter(yaml -> !yaml.text().isBlank())
                .ifPresent(yaml -> problems.error(
                        Problems.FRONT_MATTER,
                        yaml.place(0),
                        "A file that defines functions has no front matter.",
                        "Write comments instead."));
        readDeclarations(new FrontMatter(Optional.empty(), parts.sql()));
    }

    /**
     * Functions, tests and checks, in any order. Two readers pass through the text, first the one of what it begins with;
     * where that one cannot read it, the other is not asked, which would say the same again.
     */
    private void readDeclarations(FrontMatter parts) {
        int problemsBefore = problems.count();
        boolean functionsFirst = SqlFileKind.of(parts.sql().text()) == SqlFileKind.FUNCTIONS;
        if (functionsFirst) {
            defineAll(parts.sql());
        }
        if (problems.count() == problemsBefore) {
            readAssertions(parts.yaml(), parts.sql());
        }
        if (!functionsFirst && problems.count() == problemsBefore) {
            defineAll(parts.sql());
        }
    }

    private void defineAll(SourceText sql) {
        FunctionReader.read(sql, problems).forEach(this::define);
    }

    private void define(FunctionDefinition function) {
        functions.values().stream()
                .filter(each -> each.name().equalsIgnoreCase(function.name()))
                .findFirst()
                .ifPresent(each -> problems.error(
                        Problems.NAME_TAKEN,
                        function.place(),
                        "The function '" + function.name().toLowerCase(Locale.ROOT) + "' is defined twice; the other"
                                + " definition is at " + each.place() + ".",
                        "Rename one of them."));
        functions.putIfAbsent(function.name(), function);
    }

    private void checkOverrides() {
        settings.overrides().ifPresent(section -> {
            for (Entry entry : section.mapping().entries()) {
                if (models.keySet().stream().noneMatch(each -> each.path().equals(entry.key()))) {
                    unknownAddress(entry.key(), entry.place(), "model", models.keySet().stream());
                }
            }
        });
    }

    private void unknownAddress(String name, Place place, String what, Stream<Address> known) {
        List<String> names = known.map(Address::path).toList();
        problems.error(
                Problems.UNKNOWN_ADDRESS,
                place,
                "There is no " + what + " '" + name + "'.",
                NearNames.didYouMean(name, names).strip());
    }

    private Map<Address, LookupPolicy> lookups() {
        Map<Address, LookupPolicy> lookups = new TreeMap<>();
        settings.lookups().forEach((name, lookup) -> {
            Optional<Address> address = lookupAddress(name);
            address.ifPresent(each -> lookups.put(each, lookup.policy()));
            if (address.isEmpty()) {
                List<Address> known = new ArrayList<>(models.keySet());
                known.addAll(sources.keySet());
                known.addAll(seeds.keySet());
                unknownAddress(name, lookup.place(), "model, source or seed", known.stream());
            }
        });
        return Collections.unmodifiableMap(lookups);
    }

    /** An address; or, as sources are often called, one without its {@code sources.}, or the name of its table. */
    private Optional<Address> lookupAddress(String name) {
        Address plain = new Address(name.isBlank() ? "?" : name);
        Address source = new Address("sources." + plain);
        if (models.containsKey(plain) || sources.containsKey(plain) || seeds.containsKey(plain)) {
            return Optional.of(plain);
        }
        if (sources.containsKey(source)) {
            return Optional.of(source);
        }
        TableName table = TableName.parse(plain.path(), settings.target().schema());
        return sources.values().stream()
                .filter(each -> each.table().equals(table))
                .map(Source::address)
                .findFirst();
    }
}
