package dev.smelt;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;

/** Names of runs: when, and a few digits more, since two may begin in the same second. */
final class RunIds {

    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int DIGITS = 8;

    private RunIds() {}

    static String next(Clock clock) {
        return WHEN.format(clock.instant()) + "-" + UUID.randomUUID().toString().substring(0, DIGITS);
    }
}
