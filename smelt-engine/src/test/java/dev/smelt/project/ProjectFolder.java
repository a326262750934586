package dev.smelt.project;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A project written file by file by a test. */
final class ProjectFolder {
    static final String SMELT_YML = """
            name: shop
            version: 1
            targets:
              dev: {type: duckdb, database: warehouse.duckdb}
            """;

    private final Path directory;

    private ProjectFolder(Path directory) {
        this.directory = directory;
    }

    /** A folder without any file. */
    static ProjectFolder empty(Path directory) {
        return new ProjectFolder(directory);
    }

    /** A folder with the least smelt.yml and one model. */
    static ProjectFolder small(Path directory) {
        return empty(directory).with("smelt.yml", SMELT_YML).with("models/a.sql", "SELECT 1 AS one");
    }

    ProjectFolder with(String file, String text) {
        try {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The smelt.yml with lines added. */
    ProjectFolder withSettings(String lines) {
        return with("smelt.yml", SMELT_YML + lines);
    }

    Project load() {
        return load(Map.of());
    }

    Project load(Map<String, String> variables) {
        return ProjectLoader.load(directory, "dev", Optional.empty(), variables);
    }

    Model model(String address) {
        return Optional.ofNullable(load().models().get(new Address(address))).orElseThrow();
    }

    /** What loading complains about, rendered. */
    List<String> problems() {
        return problems("dev", Map.of());
    }

    List<String> problems(String target, Map<String, String> variables) {
        SmeltException failure = catchThrowableOfType(
                SmeltException.class, () -> ProjectLoader.load(directory, target, Optional.empty(), variables));
        return failure.diagnostics().stream().map(Diagnostic::render).toList();
    }
}
