package dev.smelt.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From files to a plan, in JVMs that did nothing before: reading, binding, deriving and planning a generated project. */
final class PlanningBenchmark {
    private PlanningBenchmark() {}

    static List<Results> measure(Settings settings) throws IOException, InterruptedException {
        Results results = new Results(
                "Planning a backbuild of a generated project in a fresh JVM",
                "models",
                "steps",
                "seconds",
                "ms per model",
                "peak memory, MB");
        for (int models : settings.models()) {
            Path project = settings.directory().resolve("models-" + models);
            GeneratedProject.write(project, models);
            List<Double> seconds = new ArrayList<>();
            List<Double> memory = new ArrayList<>();
            String steps = "";
            for (int round = 0; round < settings.rounds(); round++) {
                String[] figures = plan(project).split(" ");
                steps = figures[0];
                seconds.add(Double.valueOf(figures[1]));
                memory.add(Double.valueOf(figures[2]));
            }
            Sample sample = new Sample(seconds);
            results.row(
                    models, steps, sample, sample.median() * 1000 / models, Math.round(new Sample(memory).median()));
        }
        return List.of(results);
    }

    private static String plan(Path project) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        PlanningProcess.class.getName(),
                        project.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String last = "";
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line;
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("Planning " + project + " failed.");
        }
        return last;
    }
}
