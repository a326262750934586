package dev.smelt.report;

import dev.smelt.time.Granularity;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.TimeMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Partition maps in words: {@code [P - 2 days, P + 1 day]}, inclusive on both sides, P being the output partition value. */
final class PartitionMapText {

    private static final String VARIABLE = "P";

    private PartitionMapText() {}

    /** The hull of several reaches is written {@code [..] or [..]}. */
    static String render(PartitionMap map) {
        return map.reaches().stream()
                .map(reach -> render(reach, map.output().isTime()))
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    private static String render(PartitionMap.Reach reach, boolean time) {
        String lower = reach.lower().bounded() ? render(reach.lower().map(), time) : "-infinity";
        String upper = reach.upper().bounded() ? render(reach.upper().map(), time) : "infinity";
        return lower.equals(upper) ? lower : "[" + lower + ", " + upper + "]";
    }

    private static String render(TimeMap map, boolean time) {
        String text = VARIABLE;
        for (TimeMap.Step step : map.steps()) {
            if (step instanceof TimeMap.Shift shift) {
                text += time ? spans(shift.span()) : signed(shift.span(), "");
            } else if (step instanceof TimeMap.Months months) {
                text += signed(months.months(), "month");
            } else if (step instanceof TimeMap.MonthsBack months) {
                text += signed(-(long) months.months(), "month");
            } else if (step instanceof TimeMap.Floor floor) {
                text = name(floor.granularity()) + " of (" + text + ")";
            } else if (step instanceof TimeMap.Ceiling ceiling) {
                text = "first " + name(ceiling.granularity()) + " from (" + text + ")";
            }
        }
        return text.replace("(" + VARIABLE + ")", VARIABLE);
    }

    /** A span of microseconds in the largest units that hold it without rest. */
    private static String spans(long span) {
        long rest = Math.abs(span);
        List<String> parts = new ArrayList<>();
        rest = take(parts, rest, Granularity.MICROS_PER_DAY, "day");
        rest = take(parts, rest, Granularity.MICROS_PER_HOUR, "hour");
        rest = take(parts, rest, 60_000_000L, "minute");
        rest = take(parts, rest, 1_000_000L, "second");
        take(parts, rest, 1, "microsecond");
        return (span < 0 ? " - " : " + ") + String.join(" ", parts);
    }

    private static long take(List<String> parts, long rest, long unit, String name) {
        if (rest >= unit) {
            parts.add(Counted.of(rest / unit, name));
        }
        return rest % unit;
    }

    private static String signed(long amount, String unit) {
        String size = unit.isEmpty() ? Long.toString(Math.abs(amount)) : Counted.of(Math.abs(amount), unit);
        return (amount < 0 ? " - " : " + ") + size;
    }

    private static String name(Granularity granularity) {
        return granularity.toString().toLowerCase(Locale.ROOT);
    }
}
