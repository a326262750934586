package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Literal;
import dev.smelt.time.ZoneClock;
import java.sql.Connection;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Whether the engine and this Java know the same clock changes of a zone: each brings rules of its own, and laws change.
 * Windows are computed with Java's, rows fall into days by the engine's.
 */
final class ZoneAgreement {
    private static final long FIRST = Instant.parse("1900-01-01T12:00:00Z").getEpochSecond();
    private static final long LAST = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();
    private static final long DAY = 86_400;

    private ZoneAgreement() {}

    /** Since when they differ, from 1900 until 2100; empty where they do not. */
    static Optional<Instant> firstDifference(Connection connection, ZoneId zone) {
        List<Long> changes = new ArrayList<>();
        for (ZoneOffsetTransition change : new ZoneClock(zone).changes()) {
            changes.add(change.getInstant().getEpochSecond() - 1);
            changes.add(change.getInstant().getEpochSecond());
        }
        List<Long> sorted = LongStream.concat(
                        LongStream.iterate(FIRST, second -> second < LAST, second -> second + DAY),
                        changes.stream().mapToLong(Long::longValue))
                .sorted()
                .boxed()
                .toList();
        List<Long> offsets = offsets(connection, zone, changes);
        for (int i = 0; i < sorted.size(); i++) {
            Instant instant = Instant.ofEpochSecond(sorted.get(i));
            if (zone.getRules().getOffset(instant).getTotalSeconds() != offsets.get(i)) {
                return Optional.of(instant);
            }
        }
        return Optional.empty();
    }

    /** At every day's noon and at the changes, in the order of time; the engine counts the days, since a list of them is slow to read. */
    private static List<Long> offsets(Connection connection, ZoneId zone, List<Long> changes) {
        String query = "SELECT string_agg(offset_of, ',' ORDER BY s) FROM (SELECT s, CAST(epoch_us(timezone("
                + Literal.text(zone.getId()) + ", to_timestamp(s))) // 1000000 - s AS VARCHAR) AS offset_of"
                + " FROM (SELECT unnest(range(" + FIRST + ", " + LAST + ", " + DAY + ")) AS s UNION ALL SELECT unnest("
                + changes + "::BIGINT[])))";
        String text = Statements.query(connection, query, 1)
                .get(0)
                .at(0)
                .map(Object::toString)
                .orElseThrow();
        List<Long> offsets = new ArrayList<>();
        for (String each : text.split(",")) {
            offsets.add(Long.parseLong(each));
        }
        return offsets;
    }
}
