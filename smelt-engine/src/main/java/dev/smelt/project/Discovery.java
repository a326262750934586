package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.project.YamlNode.Scalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the files of a project, in an order that the file system has no part in. */
final class Discovery {
    private static final String FUNCTIONS = "functions";

    private final Path directory;
    private final Problems problems;
    private final List<ProjectFile> files = new ArrayList<>();

    private Discovery(Path directory, Problems problems) {
        this.directory = directory;
        this.problems = problems;
    }

    /**
     * What was found.
     *
     * @param files under the project's paths
     * @param functionFiles SQL files in {@code functions} beside {@code smelt.yml}, where no path holds it
     */
    record Found(List<ProjectFile> files, List<ProjectFile> functionFiles) {}

    static Found find(Path directory, List<Scalar> paths, Problems problems) {
        List<Path> roots = new Discovery(directory, problems).roots(paths);
        Discovery models = new Discovery(directory, problems);
        roots.forEach(models::walk);
        Discovery functions = new Discovery(directory, problems);
        Path functionRoot = directory.resolve(FUNCTIONS);
        if (Files.isDirectory(functionRoot) && roots.stream().noneMatch(functionRoot::startsWith)) {
            functions.walk(functionRoot);
        }
        return new Found(
                models.sorted(),
                functions.sorted().stream()
                        .filter(file -> file.type() == ProjectFile.Type.SQL)
                        .toList());
    }

    private List<ProjectFile> sorted() {
        return files.stream()
                .sorted(Comparator.comparing(ProjectFile::relative))
                .toList();
    }

    private List<Path> roots(List<Scalar> paths) {
        List<Path> roots = new ArrayList<>();
        for (Scalar path : paths) {
            Path root = directory.resolve(path.text()).normalize();
            if (!root.startsWith(directory)) {
                problem(path, "lies outside the project", "Models live beside or below smelt.yml; move them there.");
            } else if (!Files.isDirectory(root)) {
                problem(path, "is no directory of the project", "Create it, or name another under 'paths'.");
            } else if (roots.stream().anyMatch(other -> root.startsWith(other) || other.startsWith(root))) {
                problem(path, "overlaps another path, so that its files would be read twice", "Keep the outer one.");
            } else {
                roots.add(root);
            }
        }
        return roots;
    }

    private void problem(Scalar path, String what, String cure) {
        problems.error(Problems.PATH, path.place(), "The path '" + path.text() + "' " + what + ".", cure);
    }

    private void walk(Path root) {
        walk(root, root, new HashSet<>());
    }

    private void walk(Path root, Path folder, Set<Path> above) {
        try {
            Path real = folder.toRealPath();
            if (!above.add(real)) {
                problems.error(
                        Problems.PATH, Place.file(relative(folder)), "This link leads back to a folder above it.", "");
                return;
            }
            for (Path each : children(folder)) {
                visit(root, each, above);
            }
            above.remove(real);
        } catch (IOException e) {
            problems.error(
                    Problems.UNREADABLE,
                    Place.file(relative(folder)),
                    "This folder cannot be read (" + e.getClass().getSimpleName() + ").",
                    "Check its permissions.");
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted(Comparator.comparing(Discovery::fileName)).toList();
        }
    }

    private void visit(Path root, Path each, Set<Path> above) {
        String name = fileName(each);
        if (name.startsWith(".")) {
            return;
        }
        if (Files.isDirectory(each)) {
            if (!isBuildOutput(each)) {
                walk(root, each, above);
            }
            return;
        }
        if (!each.equals(directory.resolve(SmeltYmlReader.FILE))) {
            ProjectFile.Type.of(name)
                    .ifPresent(type ->
                            files.add(new ProjectFile(each, relative(each), separated(root.relativize(each)), type)));
        }
    }

    /** Only where a build runs: a folder of models may well be called {@code target}. */
    private boolean isBuildOutput(Path folder) {
        Path parent = folder.getParent();
        return fileName(folder).equals("target")
                && (parent.equals(directory)
                        || Files.exists(parent.resolve("pom.xml"))
                        || Files.exists(parent.resolve(SmeltYmlReader.FILE)));
    }

    private String relative(Path file) {
        return separated(directory.relativize(file));
    }

    private static String separated(Path path) {
        StringBuilder text = new StringBuilder();
        for (Path part : path) {
            text.append(text.isEmpty() ? "" : "/").append(part);
        }
        return text.toString();
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }
}
