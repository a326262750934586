package dev.smelt.report.html;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A bounded stretch of an axis, drawn from left to right over the whole width there is.
 *
 * @param range what is drawn, not empty
 * @param time whether its values are microseconds, else they are plain integers
 */
record Axis(Interval range, boolean time) {
    private static final int MOST_TICKS = 10;
    private static final long[] HOURS = {1, 3, 6, 12};
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter YEAR = DateTimeFormatter.ofPattern("yyyy", Locale.ENGLISH);

    /** Where a value lies, from 0 at the left to 1 at the right. */
    double at(long value) {
        return ((double) value - range.start()) / ((double) range.end() - range.start());
    }

    double width(Interval interval) {
        return at(interval.end()) - at(interval.start());
    }

    /** The scale below a strip, as one SVG; every other label goes where there is little room. */
    String ticks() {
        StringBuilder out = new StringBuilder("<svg class=\"ticks\" height=\"18\" aria-hidden=\"true\">");
        int number = 0;
        for (Tick tick : marks()) {
            double at = at(tick.value());
            String x = Markup.percent(at);
            String anchor = at < 0.04 ? "start" : at > 0.96 ? "end" : "middle";
            out.append("<g class=\"tick")
                    .append(number++ % 2 == 0 ? "" : " odd")
                    .append("\"><line x1=\"" + x + "\" x2=\"" + x + "\" y1=\"0\" y2=\"4\"/>")
                    .append("<text x=\"" + x + "\" y=\"15\" text-anchor=\"" + anchor + "\">")
                    .append(Markup.text(tick.label()))
                    .append("</text></g>");
        }
        return out.append("</svg>").toString();
    }

    private record Tick(long value, String label) {}

    private List<Tick> marks() {
        if (!time) {
            long step = Math.max(1, (range.end() - range.start()) / 6);
            List<Tick> marks = new ArrayList<>();
            for (long value = range.start(); value < range.end(); value += step) {
                marks.add(new Tick(value, Long.toString(value)));
            }
            return marks;
        }
        for (long hours : HOURS) {
            if (range.end() - range.start() <= MOST_TICKS * hours * Granularity.MICROS_PER_HOUR / 2) {
                return hours(hours * Granularity.MICROS_PER_HOUR);
            }
        }
        for (Granularity step :
                List.of(Granularity.DAY, Granularity.WEEK, Granularity.MONTH, Granularity.QUARTER, Granularity.YEAR)) {
            if (step.count(range) <= MOST_TICKS) {
                return granules(step);
            }
        }
        long years = Granularity.YEAR.count(range);
        return granules(Granularity.YEAR).stream()
                .filter(tick -> TimeAxis.dateOf(tick.value()).getYear() % Math.max(1, years / 5) == 0)
                .toList();
    }

    private List<Tick> hours(long step) {
        List<Tick> marks = new ArrayList<>();
        for (long value = -Math.floorDiv(-range.start(), step) * step; value < range.end(); value += step) {
            marks.add(new Tick(value, HOUR.format(TimeAxis.dateTimeOf(value))));
        }
        return marks;
    }

    private List<Tick> granules(Granularity step) {
        DateTimeFormatter format = switch (step.unit()) {
            case MONTH, QUARTER -> MONTH;
            case YEAR -> YEAR;
            default -> DAY;
        };
        List<Tick> marks = new ArrayList<>();
        for (long value = step.ceiling(range.start()); value < range.end(); value = step.next(value)) {
            LocalDateTime at = TimeAxis.dateTimeOf(value);
            marks.add(new Tick(value, format.format(at)));
        }
        return marks;
    }
}
