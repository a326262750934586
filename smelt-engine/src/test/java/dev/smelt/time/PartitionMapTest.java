package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.PartitionMap.Reach;
import dev.smelt.time.PartitionMap.Side;
import dev.smelt.time.TimeMap.Envelope;
import dev.smelt.time.TimeMap.Months;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionMapTest {
    private static final long DAY = Granularity.MICROS_PER_DAY;

    private static Interval days(String start, String end) {
        return new Interval(
                Granularity.DAY.parse(start).orElseThrow(),
                Granularity.DAY.parse(end).orElseThrow());
    }

    /** A daily model of dates that reads so many days back and ahead. */
    private static PartitionMap daily(int back, int ahead) {
        return new PartitionMap(
                List.of(new Reach(Side.of(TimeMap.days(-back)), Side.of(TimeMap.days(ahead)))),
                Granularity.DAY,
                DAY,
                Granularity.DAY);
    }

    @Test
    void sessionsReadTwoDaysBackAndOneAheadSoOneDayDirtiesFour() {
        PartitionMap sessions = daily(2, 1);

        assertThat(sessions.image(days("2026-04-10", "2026-04-11"))).isEqualTo(days("2026-04-08", "2026-04-12"));
        assertThat(sessions.inverse(days("2026-04-10", "2026-04-11"))).isEqualTo(days("2026-04-09", "2026-04-13"));
    }

    @Test
    void dirtySessionsSpreadToSixEnrichedDays() {
        assertThat(daily(1, 1).inverse(days("2026-04-09", "2026-04-13"))).isEqualTo(days("2026-04-08", "2026-04-14"));
    }

    @Test
    void theEndOfFebruarySeenAMonthBackDirtiesUpToTheEndOfMarch() {
        PartitionMap monthBack = new PartitionMap(
                List.of(new Reach(Side.of(TimeMap.of(new Months(-1, Envelope.LOWER))), Side.of(TimeMap.IDENTITY))),
                Granularity.DAY,
                DAY,
                Granularity.DAY);

        assertThat(monthBack.inverse(days("2026-02-28", "2026-03-01"))).isEqualTo(days("2026-02-28", "2026-04-01"));
    }

    @Test
    void aMonthJoinedByItsFirstDayDirtiesThatMonth() {
        PartitionMap byMonth = new PartitionMap(
                List.of(new Reach(
                        Side.of(TimeMap.floor(Granularity.MONTH)), Side.of(TimeMap.floor(Granularity.MONTH)))),
                Granularity.DAY,
                DAY,
                Granularity.MONTH);

        assertThat(byMonth.inverse(days("2026-02-01", "2026-03-01"))).isEqualTo(days("2026-02-01", "2026-03-01"));
    }

    @Test
    void whatIsUnboundedBehindIsDirtyForever() {
        PartitionMap running = new PartitionMap(
                List.of(new Reach(Side.unbounded(), Side.of(TimeMap.IDENTITY))), Granularity.DAY, DAY, Granularity.DAY);

        assertThat(running.inverse(days("2026-04-10", "2026-04-11")))
                .isEqualTo(new Interval(days("2026-04-10", "2026-04-11").start(), Interval.POSITIVE_INFINITY));
    }

    @Test
    void theInverseIsWhatBruteForceFinds() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            PartitionMap map = random(random);
            long start = Granularity.DAY.parse("2024-02-10").orElseThrow() + random.nextInt(60) * DAY;
            Interval landed = map.input().outward(new Interval(start, start + (1 + random.nextInt(5)) * DAY));

            IntervalSet found = IntervalSet.none();
            long from = map.output().floor(Granularity.DAY.parse("2023-06-01").orElseThrow());
            long to = Granularity.DAY.parse("2025-01-01").orElseThrow();
            for (long at = from; at < to; at = map.output().next(at)) {
                if (map.image(map.output().granule(at)).overlaps(landed)) {
                    found = found.plus(map.output().granule(at));
                }
            }

            assertThat(map.inverse(landed)).as("%s of %s", map, landed).isEqualTo(found.hull());
        }
    }

    private static PartitionMap random(Random random) {
        Granularity[] grains = {Granularity.HOUR, Granularity.DAY, Granularity.WEEK, Granularity.MONTH};
        Granularity output = grains[random.nextInt(4)];
        int back = random.nextInt(9) - 2;
        TimeMap lower = TimeMap.days(-back);
        TimeMap upper = TimeMap.days(random.nextInt(5) - Math.min(back, 0));
        if (random.nextInt(3) == 0) {
            lower = TimeMap.of(new Months(-random.nextInt(3), Envelope.LOWER)).then(lower);
        }
        if (random.nextInt(3) == 0) {
            lower = lower.then(TimeMap.floor(grains[random.nextInt(4)]));
        }
        return new PartitionMap(
                List.of(new Reach(Side.of(lower), Side.of(upper))),
                output,
                output.unit() == Granularity.Unit.HOUR || random.nextBoolean() ? 1 : DAY,
                grains[random.nextInt(4)]);
    }
}
