package dev.smelt.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The Maven invocations of one invoker project, in order. The project's scripts ask for the step that has just ended
 * and check what it printed and what it left behind.
 *
 * <p>A project begins its steps in {@code prebuild.groovy} and has one {@code verify.N.groovy} per step.
 */
public final class Steps {

    private static final String KEY = "steps";

    private final Path directory;
    private final Properties invocations;
    private final Map<String, String> variables;
    private final Narration narration;
    private final List<Step> finished = new ArrayList<>();
    private long logged;
    private long started = System.nanoTime();

    private Steps(Path directory, Map<String, String> variables, Narration narration) {
        this.directory = directory;
        this.variables = Map.copyOf(variables);
        this.narration = narration;
        this.invocations = properties(directory.resolve("invoker.properties"));
    }

    /** Begins the steps of a project, and removes the warehouses that an earlier run left in its clone. */
    public static Steps begin(File basedir, Map<String, Object> context) {
        return begin(basedir, context, Map.of(), false);
    }

    /**
     * Begins the steps of a project.
     *
     * @param variables what <code>${NAME}</code> stands for in its {@code invoker.properties}
     * @param aloud whether to tell the steps on the console too, as they happen
     */
    public static Steps begin(File basedir, Map<String, Object> context, Map<String, String> variables, boolean aloud) {
        Path directory = basedir.toPath();
        removeWarehouses(directory);
        Steps steps = new Steps(directory, variables, new Narration(directory.resolve("story.txt"), aloud));
        context.put(KEY, steps);
        steps.logged = steps.log().length();
        steps.announce();
        return steps;
    }

    /** The steps of a project that has begun. */
    public static Steps of(Map<String, Object> context) {
        return (Steps) context.get(KEY);
    }

    /** Says what a script does between two steps; its time belongs to no step. */
    public void note(String text) {
        narration.note(text);
        started = System.nanoTime();
    }

    /** The step that has just ended; call it once, first thing in its script. */
    public Step finish() {
        double seconds = (System.nanoTime() - started) / 1e9;
        int number = finished.size() + 1;
        Step step =
                new Step(number, title(number), command(number), Console.of(log().substring((int) logged)), seconds);
        finished.add(step);
        narration.ended(step);
        return step;
    }

    /** Makes way for the next step; call it last thing in a step's script. */
    public void next() {
        logged = log().length();
        announce();
        started = System.nanoTime();
    }

    /** Everything that has ended so far. */
    public List<Step> finished() {
        return List.copyOf(finished);
    }

    /** Where the steps are told. */
    public Narration narration() {
        return narration;
    }

    private void announce() {
        int number = finished.size() + 1;
        if (number == 1 || invocations.containsKey("invoker.goals." + number)) {
            narration.begins(number, title(number), command(number));
        }
    }

    private String title(int number) {
        return invocations.getProperty("title." + number, "");
    }

    private String command(int number) {
        String goals = invocations.getProperty("invoker.goals." + number, "");
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            goals = goals.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        return "mvn " + goals.strip().replaceAll("\\s+", " ");
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("build.log"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private static void removeWarehouses(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.getFileName().toString().contains(".duckdb"))
                    .toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
