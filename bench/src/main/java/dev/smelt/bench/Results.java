package dev.smelt.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table of figures under a title, as Markdown. */
final class Results {
    private final String title;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    Results(String title, String... columns) {
        this.title = title;
        this.columns = List.of(columns);
    }

    void row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("a row of " + columns.size() + " cells is expected");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? String.format(Locale.ROOT, "%.2f", number) : String.valueOf(cell));
        }
        rows.add(row);
    }

    String markdown() {
        return "### " + title + "\n\n" + line(columns)
                + line(columns.stream().map(each -> "---").toList())
                + rows.stream().map(Results::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
