package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.days;
import static dev.smelt.plan.Pipeline.reach;
import static dev.smelt.plan.Pipeline.upTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkingTest {
    private static final IntervalSet APRIL = IntervalSet.of(days("2026-04-01", "2026-04-19"));

    @Test
    void threeTimesTheReachButAWeekAtLeastAndAQuarterAtMost() {
        assertThat(Chunking.granules(List.of(reach(3, 0)), Granularity.DAY, APRIL))
                .isEqualTo(9);
        assertThat(Chunking.granules(List.of(reach(2, 1)), Granularity.DAY, APRIL))
                .isEqualTo(9);
        assertThat(Chunking.granules(List.of(reach(1, 0)), Granularity.DAY, APRIL))
                .isEqualTo(7);
        assertThat(Chunking.granules(List.of(reach(31, 0)), Granularity.DAY, APRIL))
                .isEqualTo(90);
        assertThat(Chunking.granules(List.of(reach(0, 0)), Granularity.DAY, APRIL))
                .isEqualTo(90);
        assertThat(Chunking.granules(List.of(), Granularity.DAY, APRIL)).isEqualTo(90);
        assertThat(Chunking.granules(List.of(upTo()), Granularity.DAY, APRIL)).isEqualTo(90);
    }

    @Test
    void theWidestReferenceCounts() {
        assertThat(Chunking.granules(List.of(reach(0, 0), reach(3, 1), reach(1, 1)), Granularity.DAY, APRIL))
                .isEqualTo(12);
    }

    @Test
    void aMonthReadForADayIsAMarginOfThirtyDays() {
        assertThat(Chunking.granules(List.of(reach(0, 0, Granularity.DAY, Granularity.MONTH)), Granularity.DAY, APRIL))
                .isEqualTo(87);
    }

    @Test
    void wholeGranulesRoundedUpByTheShortest() {
        IntervalSet withFebruary = IntervalSet.of(days("2026-01-01", "2026-06-01"));
        IntervalSet without = IntervalSet.of(days("2026-03-01", "2026-06-01"));
        List<PartitionMap> reads = List.of(reach(0, 0, Granularity.MONTH, Granularity.DAY));

        assertThat(Chunking.granules(reads, Granularity.MONTH, withFebruary)).isEqualTo(4);
        assertThat(Chunking.granules(reads, Granularity.MONTH, without)).isEqualTo(3);
        assertThat(Chunking.granules(reads, Granularity.YEAR, IntervalSet.of(days("2020-01-01", "2026-01-01"))))
                .isEqualTo(1);
        assertThat(Chunking.granules(List.of(reach(1, 0, Granularity.HOUR, Granularity.HOUR)), Granularity.HOUR, APRIL))
                .isEqualTo(7 * 24);
    }

    @Test
    void numberedPartitionsCountAsDays() {
        IntervalSet window = IntervalSet.of(new Interval(0, 1000));

        assertThat(Chunking.granules(
                        List.of(reach(5, 0, Granularity.INTEGER, Granularity.INTEGER)), Granularity.INTEGER, window))
                .isEqualTo(15);
        assertThat(Chunking.granules(List.of(), Granularity.INTEGER, window)).isEqualTo(90);
    }

    @Test
    void windowsAreCutFromTheirStartWithAShortLastPiece() {
        assertThat(Chunking.chunks(APRIL, Granularity.DAY, 7))
                .containsExactly(
                        days("2026-04-01", "2026-04-08"),
                        days("2026-04-08", "2026-04-15"),
                        days("2026-04-15", "2026-04-19"));
    }

    /** A law: chunks are aligned, in order, disjoint, and together the windows. */
    @Test
    void chunksTileTheirWindows() {
        Random random = new Random(20260401);
        List<Granularity> grains = List.of(
                Granularity.HOUR,
                Granularity.DAY,
                Granularity.WEEK,
                Granularity.MONTH,
                Granularity.QUARTER,
                Granularity.YEAR);
        for (int round = 0; round < 500; round++) {
            Granularity grain = grains.get(random.nextInt(grains.size()));
            List<Interval> windows = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(4); i++) {
                long start = grain.floor(
                        days("2020-01-01", "2020-01-02").start() + random.nextInt(2000) * Granularity.MICROS_PER_DAY);
                windows.add(new Interval(start, grain.plus(start, random.nextInt(60))));
            }
            IntervalSet set = IntervalSet.of(windows);

            List<Interval> chunks = Chunking.chunks(set, grain, 1 + random.nextInt(20));

            assertThat(chunks).allMatch(grain::isAligned).noneMatch(Interval::isEmpty);
            for (int i = 1; i < chunks.size(); i++) {
                assertThat(chunks.get(i).start())
                        .isGreaterThanOrEqualTo(chunks.get(i - 1).end());
            }
            assertThat(IntervalSet.of(chunks)).isEqualTo(set);
        }
    }
}
