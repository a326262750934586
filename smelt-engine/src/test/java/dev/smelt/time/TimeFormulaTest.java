package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeFormulaTest {

    private static final TimeMap DAY_FLOOR = TimeMap.floor(Granularity.DAY);

    @Test
    void a_date_is_its_own_day() {
        assertThat(TimeFormula.of(DAY_FLOOR.then(TimeMap.days(-3)).then(TimeMap.ceiling(Granularity.DAY)), "P", true))
                .isEqualTo("P - 3 days");
    }

    @Test
    void a_timestamp_is_not() {
        assertThat(TimeFormula.of(DAY_FLOOR.then(TimeMap.days(-3)), "ts", false))
                .isEqualTo("day(ts) - 3 days");
    }

    @Test
    void just_before_the_next_midnight_is_still_today() {
        TimeMap strict = TimeMap.days(1).then(TimeMap.shift(-1)).then(DAY_FLOOR);

        assertThat(TimeFormula.of(strict, "P", true)).isEqualTo("P");
    }

    @Test
    void spans_are_written_in_the_largest_units() {
        TimeMap map = TimeMap.shift(-(Granularity.MICROS_PER_DAY + 90 * 60_000_000L));

        assertThat(TimeFormula.of(map, "P", true)).isEqualTo("P - 1 day 1 hour 30 minutes");
    }

    @Test
    void months_stay_apart_from_days() {
        TimeMap map = TimeMap.of(new TimeMap.Months(-1, TimeMap.Envelope.LOWER)).then(TimeMap.days(1));

        assertThat(TimeFormula.of(map, "P", true)).isEqualTo("P - 1 month + 1 day");
        assertThat(TimeFormula.of(TimeMap.floor(Granularity.MONTH).then(DAY_FLOOR), "P", true))
                .isEqualTo("month(P)");
    }

    @Test
    void what_starts_a_month_is_its_own_start_of_the_month() {
        TimeMap month = TimeMap.floor(Granularity.MONTH);
        TimeMap lastDay = month.then(TimeMap.shift(1))
                .then(TimeMap.ceiling(Granularity.MONTH))
                .then(TimeMap.days(-1));

        assertThat(TimeFormula.of(month.then(TimeMap.ceiling(Granularity.MONTH)), "P", true))
                .isEqualTo("month(P)");
        assertThat(TimeFormula.of(lastDay, "P", true)).isEqualTo("month(P) + 1 month - 1 day");
        assertThat(TimeFormula.of(month.then(TimeMap.days(-1)).then(month), "P", true))
                .isEqualTo("month(P) - 1 month");
        assertThat(TimeFormula.of(month.then(TimeMap.days(-40)).then(month), "P", true))
                .isEqualTo("month(month(P) - 40 days)");
    }

    @Test
    void integers_have_no_units() {
        assertThat(TimeFormula.ofIntegers(TimeMap.shift(-2), "batch")).isEqualTo("batch - 2");
        assertThat(TimeFormula.ofIntegers(TimeMap.IDENTITY, "batch")).isEqualTo("batch");
    }
}
