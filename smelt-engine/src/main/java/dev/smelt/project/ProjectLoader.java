package dev.smelt.project;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Project;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads a project from its directory: everything that its files say, checked, and nothing that a database says. */
public final class ProjectLoader {
    private ProjectLoader() {}

    /**
     * Reads {@code smelt.yml} and every file under the project's paths.
     *
     * @param projectDirectory the directory that holds {@code smelt.yml}
     * @param targetName which of its targets is meant
     * @param databaseOverride a database file to use in place of the target's; relative to the project directory
     * @param variables what {@code ${NAME}} stands for in YAML values and seed scripts
     * @throws SmeltException of kind PROJECT with everything that is wrong, in the order of files and lines
     */
    public static Project load(
            Path projectDirectory, String targetName, Optional<Path> databaseOverride, Map<String, String> variables) {
        Problems problems = new Problems();
        Path directory = projectDirectory.toAbsolutePath().normalize();
        Variables values = new Variables(variables);
        Optional<SmeltYml> settings =
                new SmeltYmlReader(directory, values, problems).read(targetName, databaseOverride);
        if (settings.isEmpty()) {
            problems.throwIfAny();
        }
        Project project = new ProjectAssembly(directory, settings.orElseThrow(), values, problems).assemble();
        problems.throwIfAny();
        return project;
    }
}
