package dev.smelt.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of values as lines of text with aligned columns. */
final class TextTable {
    private TextTable() {}

    /** @param mark stands before the row @param note stands behind it */
    record Line(String mark, List<Optional<String>> values, String note) {}

    /** A line of names, and a line per row; NULL is {@code NULL}, and line ends in values are shown as {@code \n}. */
    static List<String> lines(List<String> columns, List<Line> rows) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).length();
            for (Line row : rows) {
                widths[i] = Math.max(widths[i], cell(row.values().get(i)).length());
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(line("", columns.stream().map(Optional::of).toList(), widths, ""));
        rows.forEach(row -> lines.add(line(row.mark(), row.values(), widths, row.note())));
        return lines;
    }

    private static String line(String mark, List<Optional<String>> values, int[] widths, String note) {
        StringBuilder line = new StringBuilder(mark.isEmpty() ? " " : mark);
        for (int i = 0; i < widths.length; i++) {
            String cell = cell(values.get(i));
            line.append(i == 0 ? " " : " | ").append(cell).append(" ".repeat(widths[i] - cell.length()));
        }
        return (note.isEmpty() ? line.toString() : line + "   " + note).stripTrailing();
    }

    private static String cell(Optional<String> value) {
        return value.orElse("NULL").replace("\n", "\\n").replace("\r", "\\r");
    }
}
