package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.TimeMap.Envelope;
import dev.smelt.time.TimeMap.Months;
import dev.smelt.time.TimeMap.MonthsBack;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeMapTest {
    private static final long HOUR = Granularity.MICROS_PER_HOUR;

    private static long at(String text) {
        return Granularity.DAY.parse(text).orElseThrow();
    }

    @Test
    void aMonthLaterAndAMonthEarlierIsNotTheIdentity() {
        TimeMap thereAndBack = TimeMap.of(new Months(1, Envelope.LOWER), new Months(-1, Envelope.LOWER));

        assertThat(Granularity.DAY.format(thereAndBack.apply(at("2026-01-31")))).isEqualTo("2026-01-28");
    }

    @Test
    void whatReachesTheEndOfFebruaryInAMonthComesFromAllLastDaysOfJanuary() {
        long february = at("2026-02-28");

        assertThat(TimeMap.of(new MonthsBack(1, Envelope.LOWER)).apply(february))
                .isEqualTo(at("2026-01-28"));
        assertThat(TimeMap.of(new MonthsBack(1, Envelope.UPPER)).apply(february))
                .isEqualTo(at("2026-01-31"));
    }

    @Test
    void whatLiesAMonthAfterTheEndOfFebruaryReachesToTheEndOfMarch() {
        // a day that looks back one month from 31 March sees 28 February
        assertThat(TimeMap.of(new MonthsBack(-1, Envelope.UPPER)).apply(at("2026-02-28")))
                .isEqualTo(at("2026-03-31"));
    }

    @Test
    void datesMoveByMonthsAsTheEngineMovesThem() {
        for (int months : new int[] {-13, -12, -1, 1, 2, 3, 12}) {
            for (LocalDate date = LocalDate.of(2023, 12, 1); date.getYear() < 2025; date = date.plusDays(1)) {
                long sum = TimeAxis.ofDate(date.plusMonths(months));
                long lower = TimeMap.of(new Months(months, Envelope.LOWER)).apply(TimeAxis.ofDate(date));
                long upper = TimeMap.of(new Months(months, Envelope.UPPER)).apply(TimeAxis.ofDate(date));

                assertThat(lower).isEqualTo(sum);
                assertThat(Granularity.DAY.floor(upper)).isEqualTo(sum);
            }
        }
    }

    @Test
    void monthsAreMonotoneAndBoundTheEnginesArithmetic() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            int months = random.nextInt(27) - 13;
            LocalDateTime when = LocalDateTime.of(2023, 11, 1, 0, 0).plusHours(random.nextInt(24 * 500));
            long value = TimeAxis.ofDateTime(when);
            long sum = TimeAxis.ofDateTime(when.plusMonths(months));
            TimeMap lower = TimeMap.of(new Months(months, Envelope.LOWER));
            TimeMap upper = TimeMap.of(new Months(months, Envelope.UPPER));

            assertThat(lower.apply(value)).as("%s + %d months", when, months).isLessThanOrEqualTo(sum);
            assertThat(upper.apply(value)).as("%s + %d months", when, months).isGreaterThanOrEqualTo(sum);
            assertThat(lower.apply(value)).isLessThanOrEqualTo(lower.apply(value + HOUR));
            assertThat(upper.apply(value)).isLessThanOrEqualTo(upper.apply(value + HOUR));
            // x + m <= y  =>  x <= back(y), and x + m >= y  =>  x >= back(y)
            long slack = random.nextInt(48) * HOUR;
            assertThat(TimeMap.of(new MonthsBack(months, Envelope.UPPER)).apply(sum + slack))
                    .isGreaterThanOrEqualTo(value);
            assertThat(TimeMap.of(new MonthsBack(months, Envelope.LOWER)).apply(sum - slack))
                    .isLessThanOrEqualTo(value);
        }
    }

    @Test
    void estimatesBoundTheOffset() {
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            TimeMap map = TimeMap.IDENTITY;
            for (int step = random.nextInt(4); step >= 0; step--) {
                map = map.then(randomStep(random));
            }
            long value = TimeAxis.ofDateTime(LocalDateTime.of(2023, 11, 1, 0, 0).plusHours(random.nextInt(24 * 900)));
            long offset = map.apply(value) - value;

            assertThat(map.leastOffset()).as(map.toString()).isLessThanOrEqualTo(offset);
            assertThat(map.greatestOffset()).as(map.toString()).isGreaterThanOrEqualTo(offset);
        }
    }

    private static TimeMap randomStep(Random random) {
        Granularity granularity = new Granularity[] {
                    Granularity.HOUR, Granularity.DAY, Granularity.WEEK, Granularity.MONTH
                }
                [random.nextInt(4)];
        Envelope envelope = random.nextBoolean() ? Envelope.LOWER : Envelope.UPPER;
        return switch (random.nextInt(5)) {
            case 0 -> TimeMap.shift((random.nextInt(200) - 100) * HOUR);
            case 1 -> TimeMap.floor(granularity);
            case 2 -> TimeMap.ceiling(granularity);
            case 3 -> TimeMap.of(new Months(random.nextInt(9) - 4, envelope));
            default -> TimeMap.of(new MonthsBack(random.nextInt(9) - 4, envelope));
        };
    }

    @Test
    void infinitiesStayWhereTheyAre() {
        TimeMap map = TimeMap.days(3).then(TimeMap.floor(Granularity.MONTH));

        assertThat(map.apply(Interval.NEGATIVE_INFINITY)).isEqualTo(Interval.NEGATIVE_INFINITY);
        assertThat(map.apply(Interval.POSITIVE_INFINITY)).isEqualTo(Interval.POSITIVE_INFINITY);
    }
}
