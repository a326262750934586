package dev.smelt.law;

import dev.smelt.law.Feed.Row;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeAxis;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One generated case: a model, what its inputs hold, and how they change afterwards.
 *
 * @param firstDay the day at which the inputs begin, as an axis value
 * @param rows what each input that the model reads holds
 * @param changes what happens to the inputs, one after the other
 */
record Case(GeneratedModel model, long firstDay, Map<Feed, List<Row>> rows, List<Change> changes) {
    static final int DAYS = 34;

    /** A row goes and another comes: where both are there, a row has moved or changed. */
    record Change(Feed feed, List<Row> gone, List<Row> come) {}

    static Case generate(Choices choices) {
        long first = TimeAxis.ofDate(
                LocalDate.parse(choices.of("2024-02-01", "2024-01-20", "2023-12-20", "2025-02-10", "2026-05-20")));
        Map<Feed, List<Row>> rows = new LinkedHashMap<>();
        GeneratedModel model = RandomModel.generate(choices, first);
        for (Feed feed : Feed.values()) {
            if (model.sql().contains(feed.table() + " ")) {
                rows.put(feed, feed.rows(choices, first, DAYS, 20 + choices.pick(40)));
            }
        }
        List<Change> changes = new ArrayList<>();
        Map<Feed, List<Row>> now = new LinkedHashMap<>();
        rows.forEach((feed, held) -> now.put(feed, new ArrayList<>(held)));
        List<Feed> clocked =
                rows.keySet().stream().filter(feed -> !feed.isLookup()).toList();
        int count = 2 + choices.pick(3);
        for (int i = 0; i < count; i++) {
            changes.add(change(choices, first, choices.of(clocked), now));
        }
        return new Case(model, first, rows, List.copyOf(changes));
    }

    private static Change change(Choices choices, long first, Feed feed, Map<Feed, List<Row>> now) {
        List<Row> held = now.get(feed);
        List<Row> gone = new ArrayList<>();
        List<Row> come = new ArrayList<>();
        int kind = choices.pick(3);
        if (kind != 0 && !held.isEmpty()) {
            Row row = choices.of(held);
            if (row.clock().isPresent()) {
                gone.add(row);
                held.remove(row);
            }
        }
        if (kind != 1) {
            Row row = feed.row(choices, first, DAYS);
            if (row.clock().isPresent()) {
                come.add(row);
                held.add(row);
            }
        }
        return new Change(feed, gone, come);
    }

    Case withRows(Map<Feed, List<Row>> fewer) {
        return new Case(model, firstDay, fewer, changes);
    }

    Case withChanges(List<Change> fewer) {
        return new Case(model, firstDay, rows, fewer);
    }

    /** As a small project that a person can run. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("-- clocked by p, ")
                .append(model.granularity())
                .append('\n')
                .append(model.sql())
                .append('\n');
        rows.forEach((feed, held) -> text.append("-- ")
                .append(feed.createTable())
                .append(feed.isLookup() ? "" : "; clocked by " + feed.partition() + ", " + feed.granularity())
                .append("\nINSERT INTO ")
                .append(feed.table())
                .append(" VALUES ")
                .append(held.stream().map(Row::sql).collect(Collectors.joining(", ")))
                .append(";\n"));
        changes.forEach(change -> text.append("-- ")
                .append(change.feed().table())
                .append(": gone ")
                .append(change.gone().stream().map(Row::sql).toList())
                .append(", come ")
                .append(change.come().stream().map(Row::sql).toList())
                .append('\n'));
        return text.toString();
    }

    /** The granules that a case is checked over: everything that happens lies well within. */
    long start() {
        return model.granularity().isTime() ? firstDay - 120 * Granularity.MICROS_PER_DAY : -100;
    }

    long end() {
        return model.granularity().isTime() ? firstDay + 160 * Granularity.MICROS_PER_DAY : 100;
    }
}
