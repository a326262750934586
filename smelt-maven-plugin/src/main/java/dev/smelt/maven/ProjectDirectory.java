package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a module keeps its smelt project. */
final class ProjectDirectory {

    private static final String MARK = "smelt.yml";

    private ProjectDirectory() {}

    /**
     * The directory that holds {@code smelt.yml}; nothing where the module has no smelt project.
     *
     * @param asked the parameter {@code projectDir}; one that holds no {@code smelt.yml} is an error
     * @param baseDirectory the module's, absolute
     */
    static Optional<Path> locate(Optional<File> asked, Path baseDirectory) {
        if (asked.isPresent()) {
            Path directory = baseDirectory.resolve(asked.get().toPath()).normalize();
            if (!holdsProject(directory)) {
                throw SmeltException.project(Diagnostic.error(
                        "SMELT-C094",
                        "smelt.projectDir is '" + asked.get() + "', where there is no smelt.yml.",
                        "Point it at the directory that holds smelt.yml."));
            }
            return Optional.of(directory);
        }
        return Stream.of(baseDirectory, baseDirectory.resolve("src/main/smelt"))
                .filter(ProjectDirectory::holdsProject)
                .findFirst();
    }

    private static boolean holdsProject(Path directory) {
        return Files.isRegularFile(directory.resolve(MARK));
    }
}
