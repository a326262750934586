package dev.smelt.relation;

import dev.smelt.time.Granularity;
import dev.smelt.time.TimeFormula;
import dev.smelt.time.TimeMap;

/** Writes terms and maps for people: {@code day(arrival_time) - 3 days}. */
final class Formula {
    private Formula() {}

    static String of(Value.Term term) {
        return of(term, term.variable().name());
    }

    /** {@code u.d <= t.d + 2 days}: columns of one name are told apart by what they belong to. */
    static String compared(Value.Term left, String operator, Value.Term right) {
        Variable one = left.variable();
        Variable other = right.variable();
        boolean alike = one.name().equalsIgnoreCase(other.name());
        return of(left, alike ? one.qualifiedName() : one.name()) + " " + operator + " "
                + of(right, alike ? other.qualifiedName() : other.name());
    }

    private static String of(Value.Term term, String variable) {
        String text = variable;
        for (Value.Operation operation : term.operations()) {
            if (operation instanceof Value.FloorTo floor) {
                text = floor.granularity() + "(" + text + ")";
            } else if (operation instanceof Value.AddMonths months) {
                text += signed(months.months(), "month");
            } else if (operation instanceof Value.Add) {
                text += span(((Value.Add) operation).span(), term.kind() == ValueKind.INTEGER);
            }
        }
        return text;
    }

    /** A span as an offset, {@code 0} for none. */
    static String of(Value.Span span) {
        String text = (span.months() == 0 ? "" : signed(span.months(), "month"))
                + (span.days() == 0 ? "" : signed(span.days(), "day"))
                + span(span.micros(), false);
        return text.isEmpty() ? "0" : text.strip().replace("- ", "-").replace("+ ", "");
    }

    /** The map applied to the values of a column. */
    static String of(TimeMap map, String column, ValueKind kind) {
        return kind == ValueKind.INTEGER
                ? TimeFormula.ofIntegers(map, column)
                : TimeFormula.of(map, column, kind == ValueKind.DATE);
    }

    static String span(long axisUnits, boolean integers) {
        if (axisUnits == 0) {
            return "";
        }
        if (integers) {
            return axisUnits < 0 ? " - " + -axisUnits : " + " + axisUnits;
        }
        if (axisUnits % Granularity.MICROS_PER_DAY == 0) {
            return signed(axisUnits / Granularity.MICROS_PER_DAY, "day");
        }
        if (axisUnits % Granularity.MICROS_PER_HOUR == 0) {
            return signed(axisUnits / Granularity.MICROS_PER_HOUR, "hour");
        }
        return axisUnits % 1_000_000 == 0 ? signed(axisUnits / 1_000_000, "second") : signed(axisUnits, "microsecond");
    }

    private static String signed(long amount, String unit) {
        long size = Math.abs(amount);
        return (amount < 0 ? " - " : " + ") + size + " " + unit + (size == 1 ? "" : "s");
    }
}
