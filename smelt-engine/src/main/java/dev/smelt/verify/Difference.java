package dev.smelt.verify;

import java.util.List;

/**
 * In which rows a build and the full build of a window differ, as multisets.
 *
 * @param partitions the partitions that differ, in order
 * @param rows some of the rows of the first ones
 */
public record Difference(List<Partition> partitions, List<Row> rows) {
    public Difference {
        partitions = List.copyOf(partitions);
        rows = List.copyOf(rows);
    }

    /**
     * One partition.
     *
     * @param start where it begins, an axis value
     * @param onlyTried rows that only the tried build has
     * @param onlyFull rows that only the full build has
     */
    public record Partition(long start, long onlyTried, long onlyFull) {}

    /**
     * A row that only one of the two has.
     *
     * @param full whether it is the full build that has it
     * @param partition where its partition begins, an axis value
     * @param cells its values, in the order of the columns
     */
    public record Row(boolean full, long partition, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A value of a row.
     *
     * @param value as the engine prints it; NULL is {@code NULL}
     * @param differs whether the row that the other build has in its place differs here
     */
    public record Cell(String column, String value, boolean differs) {}
}
