package dev.smelt.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryLawTest {
    private static final long FIRST_SEED = Long.getLong("smelt.law.history.seed", 1);
    private static final int RUNS = Integer.getInteger("smelt.law.history.runs", 25);

    @TempDir
    Path directory;

    @Test
    void smoke() throws IOException, SQLException {
        int offered = 0, refused = 0, checked = 0, announced = 0, changed = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            Path home = Files.createDirectory(Path.of("/dev/shm/law").resolve("p" + seed));
            try {
                HistoryCase tried = HistoryCase.generate(home, Choices.random(seed));
                offered += tried.project().offered();
                refused += tried.project().refused();
                HistoryBench.Outcome outcome = HistoryBench.live(home, tried);
                checked += outcome.checked();
                announced += outcome.announced();
                changed += outcome.changed();
                if (outcome.broken().isPresent()) System.out.println("seed " + seed + " " + outcome.broken().get() + "\n" + tried);
                if (outcome.ended().isPresent()) System.out.println("seed " + seed + " ended " + outcome.ended().get());
            } catch (Throwable e) {
                System.out.println("seed " + seed + " " + e);
                System.out.println(java.util.Arrays.stream(e.getStackTrace()).filter(f->f.getClassName().contains("smelt")).limit(6).toList());
            }
            if ((seed - FIRST_SEED) % 10 == 9) System.out.println("-- cpu s so far " + ((com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9);
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
        System.out.println("offered " + offered + " refused " + refused + " checked " + checked + " announced " + announced + " changed " + changed);
    }
}
