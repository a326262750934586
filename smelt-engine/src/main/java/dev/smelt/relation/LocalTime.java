package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeMap;
import dev.smelt.time.TimeMap.Envelope;
import dev.smelt.time.ZoneClock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the engine goes between instants (TIMESTAMPTZ) and times without a zone: by the local time of the project's zone,
 * which is that of every connection.
 *
 * @param clock the project's zone
 * @param difference since when the engine and Java differ about a zone; empty where they agree
 */
record LocalTime(ZoneClock clock, Function<ZoneId, Optional<Instant>> difference) {

    /** Why the local dates of a zone cannot be computed, as a clause; empty where they can. */
    Optional<String> trouble(ZoneClock zone) {
        if (zone.isUtc()) {
            return Optional.empty();
        }
        Optional<String> differing = difference
                .apply(zone.zone())
                .map(since -> "the engine and this Java know different clock changes of " + zone.zone() + " from "
                        + since.atZone(ZoneOffset.UTC).toLocalDate() + " on");
        return differing.or(() -> zone.changesOfDate().stream()
                .findFirst()
                .map(change -> "the clocks of " + zone.zone() + " went back over midnight on "
                        + change.getDateTimeBefore().toLocalDate() + ", so that a date came twice"));
    }

    ValueKind kind(SqlType type) {
        ValueKind kind = ValueKind.of(type);
        return kind == ValueKind.INSTANT && trouble(clock).isPresent() ? ValueKind.OTHER : kind;
    }

    /**
     * What an expression that is not looked into may be: a time without a zone, as far as anyone can tell. Where instants
     * and local times differ it could be either, and nothing is said of it.
     */
    ValueKind unknown() {
        return clock.isUtc() ? ValueKind.TIMESTAMP : ValueKind.OTHER;
    }

    /** The same time as a local one. */
    Value.Term local(Value.Term term) {
        return term.kind() == ValueKind.INSTANT ? toLocal(term, clock) : term;
    }

    static Value.Term toLocal(Value.Term term, ZoneClock zone) {
        return zone.isUtc() ? term.as(ValueKind.TIMESTAMP) : term.plus(new Value.ToLocal(zone), ValueKind.TIMESTAMP);
    }

    static Value.Term toInstant(Value.Term term, ZoneClock zone) {
        return zone.isUtc() ? term.as(ValueKind.INSTANT) : term.plus(new Value.ToInstant(zone), ValueKind.INSTANT);
    }

    /** What the engine's cast makes of a time; empty where that is not known. */
    Optional<Value.Term> cast(Value.Term term, ValueKind result) {
        if (term.kind() == result) {
            return Optional.of(term);
        }
        if (result == ValueKind.INSTANT) {
            // a text may hold an offset of its own
            boolean read = term.kind() != ValueKind.TEXT || clock.isUtc();
            return read ? Optional.of(toInstant(term, clock)) : Optional.empty();
        }
        Value.Term local = local(term);
        return Optional.of(
                result == ValueKind.DATE && local.kind() != ValueKind.DATE
                        ? local.plus(new Value.FloorTo(Granularity.DAY), ValueKind.DATE)
                        : local.as(result));
    }

    /** The start of the granule that holds a time, in local time. */
    Value.Term floor(Value.Term term, Granularity granularity, ValueKind result) {
        return local(term).plus(new Value.FloorTo(granularity), result);
    }

    /**
     * Adds a span as the engine does: months, then days, both to the local time, then the rest, which is exact.
     *
     * @param result what the sum is, where it is no instant
     */
    Value.Term plus(Value.Term term, Value.Span span, ValueKind result) {
        Value.Term sum = term.kind() == ValueKind.INSTANT ? term : term.as(result);
        if (span.months() != 0) {
            sum = calendar(sum, new Value.AddMonths(span.months()));
        }
        if (span.days() != 0) {
            sum = calendar(sum, new Value.Add(span.days() * Granularity.MICROS_PER_DAY));
        }
        return span.micros() == 0 ? sum : sum.plus(new Value.Add(span.micros()), sum.kind());
    }

    private Value.Term calendar(Value.Term term, Value.Operation operation) {
        return term.kind() == ValueKind.INSTANT
                ? toInstant(local(term).plus(operation, ValueKind.TIMESTAMP), clock)
                : term.plus(operation, term.kind());
    }

    /** A map of a variable's values as one of local times. */
    TimeMap localised(TimeMap map, ValueKind kind, Envelope side) {
        return kind == ValueKind.INSTANT ? map.then(TimeMap.toLocal(clock, side)) : map;
    }
}
