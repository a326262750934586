package dev.smelt.bench;

import dev.smelt.BuildRequest;
import dev.smelt.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Plans a backbuild of a project once, in a JVM that did nothing before, and prints what it cost. */
public final class PlanningProcess {
    private PlanningProcess() {}

    /** @param arguments the project's directory */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Calls project =
                new Calls(directory, directory.resolve("none.duckdb"), Map.of(), Instant.parse("2026-12-01T00:00:00Z"));
        long start = System.nanoTime();
        Plan plan = project.plan(new BuildRequest.Backbuild("2026-05-04", "2026-05-11"));
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(plan.steps().size() + " " + seconds + " " + peakMegabytes());
    }

    /** The most memory that this process ever held, the engine's own included; 0 where the system does not tell. */
    private static long peakMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(0);
    }
}
