package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.time.Granularity;
import dev.smelt.time.ZoneClock;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the calls whose result is a time computed from a time: rounding, moving, choosing. */
final class TimeFunctions {
    private final ExpressionReader expressions;
    private final Arithmetic arithmetic;
    private final Choices choices;
    private final LocalTime localTime;

    TimeFunctions(ExpressionReader expressions, Arithmetic arithmetic, Choices choices, LocalTime localTime) {
        this.localTime = localTime;
        this.expressions = expressions;
        this.arithmetic = arithmetic;
        this.choices = choices;
    }

    Value read(Expr.Call call) {
        List<Expr> arguments = call.arguments();
        switch (call.name()) {
            case "date_trunc", "datetrunc" -> {
                return arguments.size() == 2
                        ? truncated(call, arguments.get(0), arguments.get(1))
                        : expressions.opaque(call);
            }
            case "time_bucket" -> {
                return arguments.size() == 2 ? bucketed(call) : expressions.opaque(call);
            }
            case "date" -> {
                return arguments.size() == 1
                        ? expressions.value(new Expr.Cast(arguments.get(0), "DATE", false, call.span()))
                        : expressions.opaque(call);
            }
            case "date_add" -> {
                return arguments.size() == 2 && expressions.value(arguments.get(1)) instanceof Value.Span span
                        ? arithmetic.moved(expressions.value(arguments.get(0)), span, call)
                        : expressions.opaque(call);
            }
            case "timezone" -> {
                return arguments.size() == 2 ? atTimeZone(call) : expressions.opaque(call);
            }
            case "coalesce", "ifnull", "greatest", "least" -> {
                return choices.oneOf(arguments, call);
            }
            default -> {
                return expressions.opaque(call);
            }
        }
    }

    private Value truncated(Expr.Call call, Expr unit, Expr operand) {
        Optional<Granularity> granularity =
                unit instanceof Expr.Literal literal ? unit(literal.text()) : Optional.empty();
        Value value = expressions.value(operand);
        if (granularity.isEmpty()
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return value instanceof Value.Constant constant && constant.kind() != ValueKind.INSTANT
                    ? new Value.Constant(ValueKind.TIMESTAMP)
                    : expressions.opaque(call);
        }
        boolean alreadyThere =
                term.kind() == ValueKind.DATE && granularity.get().equals(Granularity.DAY);
        if (alreadyThere) {
            return term.as(ValueKind.TIMESTAMP);
        }
        Value.Term floor = localTime.floor(term, granularity.get(), ValueKind.TIMESTAMP);
        return term.kind() == ValueKind.INSTANT
                ? localTime.cast(floor, ValueKind.INSTANT).orElseThrow()
                : floor;
    }

    /** {@code ts AT TIME ZONE 'Europe/Berlin'}: an instant becomes the local time there, a local time there an instant. */
    private Value atTimeZone(Expr.Call call) {
        Optional<ZoneClock> zone = call.arguments().get(0) instanceof Expr.Literal literal
                ? zone(literal.text()).filter(each -> localTime.trouble(each).isEmpty())
                : Optional.empty();
        if (zone.isEmpty() || !(expressions.value(call.arguments().get(1)) instanceof Value.Term term)) {
            return expressions.opaque(call);
        }
        return switch (term.kind()) {
            case INSTANT -> LocalTime.toLocal(term, zone.get());
            case TIMESTAMP -> LocalTime.toInstant(term, zone.get());
            default -> expressions.opaque(call);
        };
    }

    private static Optional<ZoneClock> zone(String name) {
        return ZoneId.getAvailableZoneIds().contains(name)
                ? Optional.of(new ZoneClock(ZoneId.of(name)))
                : Optional.empty();
    }

    /** The units that both engines and we truncate alike; weeks begin on Monday. */
    static Optional<Granularity> unit(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String singular = lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return Granularity.named(singular);
    }

    /** Only widths whose buckets are our granules: one hour, day, week (from a Monday) or month, quarter, year. */
    private Value bucketed(Expr.Call call) {
        Value width = expressions.value(call.arguments().get(0));
        Value value = expressions.value(call.arguments().get(1));
        if (!(width instanceof Value.Span span)
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return expressions.opaque(call);
        }
        Optional<Granularity> granularity = Optional.empty();
        if (span.months() == 0 && (span.days() == 0 || span.micros() == 0)) {
            granularity = span.length() == Granularity.MICROS_PER_HOUR
                    ? Optional.of(Granularity.HOUR)
                    : span.length() == Granularity.MICROS_PER_DAY
                            ? Optional.of(Granularity.DAY)
                            : span.length() == 7 * Granularity.MICROS_PER_DAY
                                    ? Optional.of(Granularity.WEEK)
                                    : Optional.empty();
        } else if (span.length() == 0) {
            granularity = span.months() == 1
                    ? Optional.of(Granularity.MONTH)
                    : span.months() == 3
                            ? Optional.of(Granularity.QUARTER)
                            : span.months() == 12 ? Optional.of(Granularity.YEAR) : Optional.empty();
        }
        // buckets of instants are those of UTC, whatever the zone
        ValueKind result = term.kind() == ValueKind.TEXT ? ValueKind.TIMESTAMP : term.kind();
        return granularity.isEmpty()
                ? expressions.opaque(call)
                : term.plus(new Value.FloorTo(granularity.get()), result);
    }
}
