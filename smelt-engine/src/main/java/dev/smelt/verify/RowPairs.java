package dev.smelt.verify;

import dev.smelt.verify.Difference.Cell;
import dev.smelt.verify.Difference.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which row of one build stands for which of the other: the one that differs from it in the fewest columns. */
final class RowPairs {
    /** Rows shown per partition; a pair counts as one. */
    private static final int SHOWN = 3;

    private final List<String> columns;
    private final long partition;

    private RowPairs(List<String> columns, long partition) {
        this.columns = columns;
        this.partition = partition;
    }

    /**
     * A few rows of one partition, each pair one after the other with the values marked in which they differ.
     *
     * @param tried rows that only the tried build has
     * @param full rows that only the full build has
     */
    static List<Row> of(List<String> columns, long partition, List<List<String>> tried, List<List<String>> full) {
        return new RowPairs(columns, partition).pair(tried, full);
    }

    private List<Row> pair(List<List<String>> tried, List<List<String>> full) {
        List<List<String>> left = new ArrayList<>(full);
        List<Row> rows = new ArrayList<>();
        int shown = 0;
        for (List<String> row : tried) {
            if (shown == SHOWN) {
                return rows;
            }
            shown++;
            Optional<List<String>> twin = nearest(row, left);
            rows.add(row(false, row, twin));
            twin.ifPresent(other -> {
                left.remove(other);
                rows.add(row(true, other, Optional.of(row)));
            });
        }
        for (List<String> row : left.subList(0, Math.min(SHOWN - shown, left.size()))) {
            rows.add(row(true, row, Optional.empty()));
        }
        return rows;
    }

    /** The row with the fewest differences, if it has more in common than not. */
    private Optional<List<String>> nearest(List<String> row, List<List<String>> others) {
        Optional<List<String>> nearest = Optional.empty();
        int fewest = (columns.size() + 1) / 2;
        for (List<String> other : others) {
            int differences = differences(row, other);
            if (differences < fewest) {
                fewest = differences;
                nearest = Optional.of(other);
            }
        }
        return nearest;
    }

    private int differences(List<String> one, List<String> other) {
        int count = 0;
        for (int i = 0; i < columns.size(); i++) {
            if (!one.get(i).equals(other.get(i))) {
                count++;
            }
        }
        return count;
    }

    private Row row(boolean isFull, List<String> values, Optional<List<String>> twin) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            boolean differs = twin.filter(other -> !other.get(column).equals(values.get(column)))
                    .isPresent();
            cells.add(new Cell(columns.get(i), values.get(i), differs));
        }
        return new Row(isFull, partition, cells);
    }
}
