package dev.smelt.time;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Conversions between calendar values and microseconds on the time axis of {@link Interval}. */
public final class TimeAxis {
    private TimeAxis() {}

    public static long ofDate(LocalDate date) {
        return Math.multiplyExact(date.toEpochDay(), Granularity.MICROS_PER_DAY);
    }

    public static long ofDateTime(LocalDateTime dateTime) {
        return ofDate(dateTime.toLocalDate()) + dateTime.toLocalTime().toNanoOfDay() / 1_000;
    }

    public static LocalDate dateOf(long micros) {
        return LocalDate.ofEpochDay(Math.floorDiv(micros, Granularity.MICROS_PER_DAY));
    }

    public static LocalDateTime dateTimeOf(long micros) {
        return LocalDateTime.of(
                dateOf(micros), LocalTime.ofNanoOfDay(Math.floorMod(micros, Granularity.MICROS_PER_DAY) * 1_000));
    }

    /** The axis value of an instant seen from UTC. */
    public static long ofInstant(java.time.Instant instant) {
        return ofDateTime(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }
}
