package dev.smelt.time;

import dev.smelt.time.TimeMap.Envelope;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The local time of one zone against instants, both as axis values: microseconds since 1970-01-01T00:00, of the local time
 * and of UTC.
 *
 * <p>Where clocks go back, local times occur twice, so that neither is a monotone function of the other; where clocks go
 * forward, some occur never, and an engine takes them for the same distance after the change. Both directions are therefore
 * bounds over every instant and local time that may belong together, whichever of two instants an engine chooses.
 */
public record ZoneClock(ZoneId zone) {
    public static final ZoneClock UTC = new ZoneClock(ZoneOffset.UTC);

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NEAR = 4 * Granularity.MICROS_PER_DAY;
    private static final Instant FIRST_YEAR = Instant.parse("1900-01-01T00:00:00Z");
    private static final Instant LAST_YEAR = Instant.parse("2100-01-01T00:00:00Z");

    /** From {@code start} until {@code end}, as instants, local time is the instant and {@code offset} microseconds. */
    private record Piece(long start, long end, long offset) {}

    /** Whether local time is UTC itself. */
    public boolean isUtc() {
        return rules().isFixedOffset() && rules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    public boolean isFixed() {
        return rules().isFixedOffset();
    }

    /**
     * The local times that can belong to instants not before (LOWER) or not after (UPPER) this one: the least, or the
     * greatest.
     */
    public long toLocal(long instant, Envelope side) {
        Stream<Piece> pieces = near(instant).stream();
        return side == Envelope.LOWER
                ? pieces.filter(piece -> piece.end > instant)
                        .mapToLong(piece -> Math.max(piece.start, instant) + piece.offset)
                        .min()
                        .orElseThrow()
                : pieces.filter(piece -> piece.start <= instant)
                        .mapToLong(piece -> Math.min(piece.end - 1, instant) + piece.offset)
                        .max()
                        .orElseThrow();
    }

    /** The instants that can belong to local times not before (LOWER) or not after (UPPER) this one, likewise. */
    public long toInstant(long local, Envelope side) {
        Stream<Piece> pieces = near(local).stream();
        return side == Envelope.LOWER
                ? pieces.filter(piece -> local - piece.offset < piece.end)
                        .mapToLong(piece -> Math.max(piece.start, local - piece.offset))
                        .min()
                        .orElseThrow()
                : pieces.filter(piece -> local - piece.offset >= piece.start)
                        .mapToLong(piece -> Math.min(piece.end - 1, local - piece.offset))
                        .max()
                        .orElseThrow();
    }

    /** The least offset from UTC that the zone ever has, in microseconds. */
    public long leastOffset() {
        return offsets().min().orElseThrow();
    }

    /** The greatest offset from UTC that the zone ever has, in microseconds. */
    public long greatestOffset() {
        return offsets().max().orElseThrow();
    }

    private java.util.stream.LongStream offsets() {
        Stream<ZoneOffset> changes = rules().getTransitions().stream()
                .flatMap(each -> Stream.of(each.getOffsetBefore(), each.getOffsetAfter()));
        Stream<ZoneOffset> yearly = rules().getTransitionRules().stream()
                .flatMap(each -> Stream.of(each.getOffsetBefore(), each.getOffsetAfter()));
        return Stream.concat(Stream.of(rules().getOffset(Instant.EPOCH)), Stream.concat(changes, yearly))
                .mapToLong(offset -> offset.getTotalSeconds() * MICROS_PER_SECOND);
    }

    /** By how much the clocks ever change at once, in microseconds. */
    public long greatestChange() {
        return Stream.concat(
                        rules().getTransitions().stream()
                                .map(each -> each.getDuration().getSeconds()),
                        rules().getTransitionRules().stream()
                                .map(each -> (long) each.getOffsetAfter().getTotalSeconds()
                                        - each.getOffsetBefore().getTotalSeconds()))
                .mapToLong(seconds -> Math.abs(seconds) * MICROS_PER_SECOND)
                .max()
                .orElse(0);
    }

    /** The changes from 1900 until 2100. */
    public List<ZoneOffsetTransition> changes() {
        List<ZoneOffsetTransition> found = new ArrayList<>();
        ZoneOffsetTransition next = rules().nextTransition(FIRST_YEAR);
        while (next != null && next.getInstant().isBefore(LAST_YEAR)) {
            found.add(next);
            next = rules().nextTransition(next.getInstant());
        }
        return List.copyOf(found);
    }

    /** Changes from 1900 until 2100 at which the day before comes back, so that a date is no one span of instants. */
    public List<ZoneOffsetTransition> changesOfDate() {
        return changes().stream()
                .filter(ZoneOffsetTransition::isOverlap)
                .filter(change -> {
                    LocalDate before = change.getDateTimeBefore().minusNanos(1).toLocalDate();
                    return before.isAfter(change.getDateTimeAfter().toLocalDate());
                })
                .toList();
    }

    /** Whether a day between 1900 and 2100 begins later than at midnight, since the clocks went forward over it. */
    public boolean skipsMidnight() {
        return changes().stream().filter(ZoneOffsetTransition::isGap).anyMatch(change -> {
            LocalDateTime midnight = change.getDateTimeAfter().toLocalDate().atStartOfDay();
            return !midnight.isBefore(change.getDateTimeBefore()) && midnight.isBefore(change.getDateTimeAfter());
        });
    }

    private ZoneRules rules() {
        return zone.getRules();
    }

    /** The pieces around a value, seen as an instant or as a local time: no offset is longer than a day. */
    private List<Piece> near(long value) {
        List<Piece> pieces = new ArrayList<>();
        Instant end = instant(value + NEAR);
        long start = value - NEAR;
        long offset = rules().getOffset(instant(start)).getTotalSeconds() * MICROS_PER_SECOND;
        ZoneOffsetTransition next = rules().nextTransition(instant(start));
        while (next != null && next.getInstant().isBefore(end)) {
            long at = next.getInstant().getEpochSecond() * MICROS_PER_SECOND;
            pieces.add(new Piece(start, at, offset));
            if (next.isGap()) {
                pieces.add(new Piece(at, at + next.getDuration().getSeconds() * MICROS_PER_SECOND, offset));
            }
            offset = next.getOffsetAfter().getTotalSeconds() * MICROS_PER_SECOND;
            start = at;
            next = rules().nextTransition(next.getInstant());
        }
        pieces.add(new Piece(start, value + NEAR, offset));
        return pieces;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1_000);
    }
}
