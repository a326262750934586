package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import org.junit.jupiter.api.Test;

class GranularityTest {
    private static long at(String text) {
        return Granularity.DAY.parse(text).orElseThrow();
    }

    @Test
    void granulesBeginWhereTheEngineTruncatesTo() {
        long value = at("2026-05-17T13:45:10.5");

        assertThat(Granularity.HOUR.floor(value)).isEqualTo(at("2026-05-17T13:00"));
        assertThat(Granularity.DAY.floor(value)).isEqualTo(at("2026-05-17"));
        assertThat(Granularity.WEEK.floor(value)).isEqualTo(at("2026-05-11"));
        assertThat(Granularity.week(DayOfWeek.SUNDAY).floor(value)).isEqualTo(at("2026-05-17"));
        assertThat(Granularity.MONTH.floor(value)).isEqualTo(at("2026-05-01"));
        assertThat(Granularity.QUARTER.floor(value)).isEqualTo(at("2026-04-01"));
        assertThat(Granularity.YEAR.floor(value)).isEqualTo(at("2026-01-01"));
        assertThat(Granularity.INTEGER.floor(42)).isEqualTo(42);
    }

    @Test
    void timesBefore1970BelongToTheGranuleThatHoldsThem() {
        assertThat(Granularity.DAY.floor(at("1969-12-31T23:59"))).isEqualTo(at("1969-12-31"));
        assertThat(Granularity.HOUR.next(at("1969-12-31T23:59"))).isEqualTo(0);
    }

    @Test
    void windowsAreWrittenAsUsersWriteThem() {
        assertThat(Granularity.DAY.format(new Interval(at("2026-04-01"), at("2026-04-19"))))
                .isEqualTo("[2026-04-01, 2026-04-19)");
        assertThat(Granularity.HOUR.format(at("2026-05-01T05:00"))).isEqualTo("2026-05-01 05:00:00");
        assertThat(Granularity.DAY.format(new Interval(Interval.NEGATIVE_INFINITY, at("2026-04-19"))))
                .isEqualTo("[-infinity, 2026-04-19)");
    }

    @Test
    void textThatIsNoTimeIsNotRead() {
        assertThat(Granularity.DAY.parse("2026-02-30")).isEmpty();
        assertThat(Granularity.DAY.parse("yesterday")).isEmpty();
        assertThat(Granularity.INTEGER.parse("2026-02-01")).isEmpty();
        assertThat(Granularity.DAY.parse("2026-05-01 05:00")).contains(at("2026-05-01T05:00"));
    }

    @Test
    void countsWholeGranules() {
        Interval window = new Interval(at("2026-01-01"), at("2026-05-01"));

        assertThat(Granularity.DAY.count(window)).isEqualTo(120);
        assertThat(Granularity.MONTH.count(window)).isEqualTo(4);
        assertThat(Granularity.MONTH.outward(new Interval(at("2026-01-15"), at("2026-03-01"))))
                .isEqualTo(new Interval(at("2026-01-01"), at("2026-03-01")));
        assertThat(Granularity.MONTH.inward(new Interval(at("2026-01-15"), at("2026-03-20"))))
                .isEqualTo(new Interval(at("2026-02-01"), at("2026-03-01")));
    }
}
