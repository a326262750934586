package dev.smelt.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the benchmarks that {@code bench.only} names and prints their tables, as {@code docs/benchmarks.md} shows them. */
public final class Benchmarks {
    private Benchmarks() {}

    /** One benchmark: its tables. */
    private interface Benchmark {
        List<Results> measure(Settings settings) throws Exception;
    }

    private static final Map<String, Benchmark> ALL = all();

    private static Map<String, Benchmark> all() {
        Map<String, Benchmark> all = new LinkedHashMap<>();
        all.put("planning", PlanningBenchmark::measure);
        all.put("execution", ExecutionBenchmark::measure);
        all.put("late", LateUpdateBenchmark::measure);
        all.put("alternatives", AlternativesBenchmark::measure);
        return all;
    }

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.ofProperties();
        System.out.println(machine());
        for (String name : System.getProperty("bench.only").split(",")) {
            Benchmark benchmark = ALL.get(name.trim());
            if (benchmark == null) {
                throw new IllegalArgumentException(
                        "There is no benchmark '" + name + "'; there are " + ALL.keySet() + ".");
            }
            clear(settings.directory());
            for (Results results : benchmark.measure(settings)) {
                System.out.println(results.markdown());
            }
        }
        clear(settings.directory());
    }

    private static String machine() throws SQLException {
        return "Java " + Runtime.version() + ", DuckDB " + Bare.version() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + "\n";
    }

    private static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> {
                    try {
                        Files.delete(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
        Files.createDirectories(directory);
    }
}
