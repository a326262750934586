package dev.smelt.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.law.HistoryBench.Broken;
import dev.smelt.law.HistoryBench.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The invariant, on random projects that live through random histories: after every step each built partition that is not
 * marked stale equals the full rebuild, what changed had been announced, and {@code auto} leaves nothing stale.
 *
 * <p>A failing history is made small and printed. {@code -Dsmelt.law.from=N -Dsmelt.law.to=M} lives those of the seeds from
 * N to before M; so a long run is made in parts.
 */
class HistoryLawTest {
    private static final Seeds SEEDS = Seeds.asked(150);
    private static final int THREADS =
            Integer.getInteger("smelt.law.threads", Runtime.getRuntime().availableProcessors());
    private static final int FAILURES_SHOWN = Integer.getInteger("smelt.law.failures", 5);
    private static final int SHRINKING_ATTEMPTS = Integer.getInteger("smelt.law.shrinking", 120);
    private static final int TOLD_EVERY = 25;

    private final HistoryTally tally = new HistoryTally();
    private final Map<Long, String> broken = new ConcurrentSkipListMap<>();

    @Test
    void tablesEqualTheirFullRebuildAfterEveryStepOfAnyHistory(@TempDir Path home) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> lives = SEEDS.stream()
                    .<Future<?>>mapToObj(seed -> threads.submit(() -> live(home, seed)))
                    .toList();
            for (Future<?> life : lives) {
                life.get();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(SEEDS + ": " + tally);
        assertThat(broken.keySet()).as("seeds that break the law, told above").isEmpty();
        assertThat(tally.acceptedPercent()).as("accepted models, of " + tally).isGreaterThanOrEqualTo(70);
        assertThat(tally.wholePercent())
                .as("histories lived to their end, of " + tally)
                .isGreaterThanOrEqualTo(90);
    }

    private void live(Path home, long seed) {
        if (tally.broken() >= FAILURES_SHOWN) {
            return;
        }
        Path directory = home.resolve("seed" + seed);
        try {
            HistoryCase history = HistoryCase.generate(Files.createDirectory(directory), Choices.random(seed));
            Outcome outcome = outcome(directory, history);
            tally.add(history, outcome);
            outcome.broken().ifPresent(law -> tell(seed, small(directory, history, law)));
        } catch (IOException | RuntimeException | Error e) {
            tell(seed, HistoryBench.trace(e));
        } finally {
            delete(directory);
        }
        if (seed % TOLD_EVERY == 0) {
            System.out.println("about seed " + seed + ": " + tally);
        }
    }

    private static Outcome outcome(Path directory, HistoryCase history) {
        delete(directory);
        try {
            return HistoryBench.live(Files.createDirectories(directory), history);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String small(Path directory, HistoryCase history, Broken law) {
        HistoryCase small = HistoryShrinking.smallest(
                history,
                SHRINKING_ATTEMPTS,
                smaller -> outcome(directory, smaller)
                        .broken()
                        .filter(other -> other.isLike(law))
                        .isPresent());
        Optional<Broken> told = outcome(directory, small).broken();
        return small + told.orElse(law).toString();
    }

    private void tell(long seed, String what) {
        tally.addBroken();
        broken.put(seed, "seed " + seed + ":\n" + what);
        System.out.println(broken.get(seed));
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
