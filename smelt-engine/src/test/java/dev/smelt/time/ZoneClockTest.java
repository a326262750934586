package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.TimeMap.Envelope;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local time against instants, where clocks change. */
class ZoneClockTest {
    private static final ZoneClock NEW_YORK = new ZoneClock(ZoneId.of("America/New_York"));
    private static final long QUARTER_HOUR = 900_000_000L;

    private static long local(String text) {
        return TimeAxis.ofDateTime(LocalDateTime.parse(text));
    }

    private static long instant(String text) {
        return TimeAxis.ofInstant(Instant.parse(text));
    }

    @Test
    void anOrdinaryTimeIsOneInstant() {
        long noon = instant("2026-06-01T16:00:00Z");

        for (Envelope side : Envelope.values()) {
            assertThat(NEW_YORK.toLocal(noon, side)).isEqualTo(local("2026-06-01T12:00"));
            assertThat(NEW_YORK.toInstant(local("2026-06-01T12:00"), side)).isEqualTo(noon);
        }
    }

    @Test
    void theHourThatComesTwiceIsTwoInstants() {
        long halfPastOne = local("2026-11-01T01:30");

        assertThat(NEW_YORK.toInstant(halfPastOne, Envelope.LOWER)).isEqualTo(instant("2026-11-01T05:30:00Z"));
        assertThat(NEW_YORK.toInstant(halfPastOne, Envelope.UPPER)).isEqualTo(instant("2026-11-01T06:30:00Z"));
        // what is not before 05:30Z may be 01:00 again, what is not after 06:30Z was 01:59 already
        assertThat(NEW_YORK.toLocal(instant("2026-11-01T05:30:00Z"), Envelope.LOWER))
                .isEqualTo(local("2026-11-01T01:00"));
        assertThat(NEW_YORK.toLocal(instant("2026-11-01T06:30:00Z"), Envelope.UPPER))
                .isEqualTo(local("2026-11-01T02:00") - 1);
    }

    @Test
    void aDayBeginsAndEndsAtItsMidnights() {
        assertThat(NEW_YORK.toInstant(local("2026-11-01T00:00"), Envelope.LOWER))
                .isEqualTo(instant("2026-11-01T04:00:00Z"));
        assertThat(NEW_YORK.toInstant(local("2026-11-02T00:00") - 1, Envelope.UPPER))
                .isEqualTo(instant("2026-11-02T05:00:00Z") - 1);
    }

    @Test
    void theHourThatNeverComesIsTheOneAfterTheChange() {
        assertThat(NEW_YORK.toInstant(local("2026-03-08T02:30"), Envelope.LOWER))
                .isEqualTo(instant("2026-03-08T07:00:00Z"));
        assertThat(NEW_YORK.toInstant(local("2026-03-08T02:30"), Envelope.UPPER))
                .isEqualTo(instant("2026-03-08T07:30:00Z"));
    }

    /** Hour changes, half an hour, at midnight, over the date line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "America/New_York",
                "Europe/Berlin",
                "Australia/Lord_Howe",
                "America/Havana",
                "America/Sao_Paulo",
                "America/St_Johns",
                "Pacific/Apia",
                "Africa/Casablanca"
            })
    void theBoundsHoldForEveryPairOfInstantAndLocalTime(String name) {
        ZoneClock clock = new ZoneClock(ZoneId.of(name));
        for (ZoneOffsetTransition change : clock.changes().stream()
                .skip(clock.changes().size() / 3)
                .limit(40)
                .toList()) {
            long middle = TimeAxis.ofInstant(change.getInstant());
            long lowest = Long.MAX_VALUE;
            // from late to early: the least local time that is still to come
            for (long at = middle + 200 * QUARTER_HOUR; at > middle - 200 * QUARTER_HOUR; at -= QUARTER_HOUR) {
                lowest = Math.min(lowest, localOf(clock, at));
                assertThat(clock.toLocal(at, Envelope.LOWER)).isLessThanOrEqualTo(lowest);
                assertThat(clock.toInstant(localOf(clock, at), Envelope.LOWER)).isLessThanOrEqualTo(at);
                assertThat(clock.toInstant(localOf(clock, at), Envelope.UPPER)).isGreaterThanOrEqualTo(at);
                assertThat(clock.toLocal(at, Envelope.LOWER))
                        .isLessThanOrEqualTo(clock.toLocal(at + QUARTER_HOUR, Envelope.LOWER));
                assertThat(clock.toInstant(at, Envelope.UPPER))
                        .isLessThanOrEqualTo(clock.toInstant(at + QUARTER_HOUR, Envelope.UPPER));
                assertThat(clock.toInstant(at, Envelope.LOWER))
                        .isLessThanOrEqualTo(clock.toInstant(at + QUARTER_HOUR, Envelope.LOWER));
            }
            long highest = Long.MIN_VALUE;
            for (long at = middle - 200 * QUARTER_HOUR; at < middle + 200 * QUARTER_HOUR; at += QUARTER_HOUR) {
                highest = Math.max(highest, localOf(clock, at));
                assertThat(clock.toLocal(at, Envelope.UPPER)).isGreaterThanOrEqualTo(highest);
            }
        }
    }

    private static long localOf(ZoneClock clock, long micros) {
        Instant instant = TimeAxis.dateTimeOf(micros).toInstant(ZoneOffset.UTC);
        return TimeAxis.ofDateTime(LocalDateTime.ofInstant(instant, clock.zone()));
    }

    @Test
    void aZoneWhoseDateOnceWentBackSaysSo() {
        assertThat(new ZoneClock(ZoneId.of("America/St_Johns")).changesOfDate()).isNotEmpty();
        assertThat(NEW_YORK.changesOfDate()).isEmpty();
        assertThat(new ZoneClock(ZoneId.of("America/Havana")).changesOfDate()).isEmpty();
    }
}
