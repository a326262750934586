package dev.smelt.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The invariant over time: random projects on disk, random histories of landings, runs and backbuilds, and after every step
 * each built partition that is not marked stale equals its full rebuild; {@code auto} then clears every mark.
 *
 * <p>{@code -Dsmelt.law.history.seed=N -Dsmelt.law.history.runs=1} lives one history again.
 */
class HistoryLawTest {
    private static final long FIRST_SEED = Long.getLong("smelt.law.history.seed", 1);
    private static final int RUNS = Integer.getInteger("smelt.law.history.runs", 25);
    private static final int FAILURES_SHOWN = Integer.getInteger("smelt.law.failures", 3);

    @TempDir
    Path directory;

    @Test
    void everyBuiltPartitionThatIsNotStaleEqualsItsFullRebuild() throws IOException, SQLException {
        List<String> broken = new ArrayList<>();
        Map<String, Integer> ends = new TreeMap<>();
        int offered = 0;
        int refused = 0;
        int checked = 0;
        long seed = FIRST_SEED;
        for (; seed < FIRST_SEED + RUNS && broken.size() < FAILURES_SHOWN; seed++) {
            Path project = Files.createDirectory(directory.resolve("project" + seed));
            History.Outcome outcome = History.live(project, Choices.random(seed));
            long told = seed;
            outcome.broken().ifPresent(what -> broken.add("seed " + told + ": " + what));
            outcome.ended().ifPresent(why -> ends.merge(why, 1, Integer::sum));
            offered += outcome.offered();
            refused += outcome.refused();
            checked += outcome.checked();
        }
        System.out.println((seed - FIRST_SEED) + " histories from seed " + FIRST_SEED + ", " + checked
                + " partitions compared; " + refused + " of " + offered + " incremental models refused; ended early: "
                + ends);
        assertThat(broken).as(String.join("\n", broken)).isEmpty();
        assertThat(checked).isPositive();
    }
}
