package dev.smelt.report;

import dev.smelt.diagnostics.Place;
import dev.smelt.lineage.UseKind;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Materialization;
import dev.smelt.report.LineageReport.ModelLineage;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A {@link LineageReport} for people: per column the expression, where it is written, and what it is computed from. */
public final class LineageText {
    private LineageText() {}

    public static String render(LineageReport report) {
        StringBuilder out = new StringBuilder();
        report.models().forEach(model -> model(model, out));
        long columns = report.models().stream()
                .mapToLong(model -> model.schema().columns().size())
                .sum();
        return out.append(out.isEmpty() ? "" : "\n")
                .append("Summary: ")
                .append(Counted.of(report.models().size(), "model"))
                .append(", ")
                .append(Counted.of(columns, "column"))
                .append('\n')
                .toString();
    }

    private static void model(ModelLineage model, StringBuilder out) {
        out.append("Model: ").append(model.model().address()).append('\n');
        out.append("  ").append(what(model)).append(reads(model)).append('\n');
        for (Column column : model.schema().columns()) {
            out.append("  ").append(column.name()).append(' ').append(column.type());
            List<Place> places = model.places(column);
            if (!places.isEmpty()) {
                out.append(" at ").append(places.stream().map(Place::toString).collect(Collectors.joining(", ")));
            }
            out.append('\n');
            model.expressions(column).stream()
                    .filter(expression -> !expression.equalsIgnoreCase(column.name()))
                    .forEach(expression ->
                            out.append("    = ").append(expression).append('\n'));
            List<ColumnInputs> inputs = ColumnInputs.of(model, column);
            out.append("    from ")
                    .append(inputs.isEmpty() ? "no column" : list(inputs))
                    .append('\n');
        }
        List<ColumnInputs> rows = ColumnInputs.ofRows(model);
        if (!rows.isEmpty()) {
            out.append("  which rows there are is decided by ")
                    .append(list(rows))
                    .append('\n');
        }
    }

    private static String what(ModelLineage model) {
        return model.model().materialization() == Materialization.EPHEMERAL
                ? "ephemeral"
                : model.model().materialization().name().toLowerCase(Locale.ROOT) + " "
                        + model.model().table();
    }

    private static String reads(ModelLineage model) {
        return model.inputs().isEmpty()
                ? ", reads nothing"
                : ", reads "
                        + model.inputs().stream()
                                .map(input -> input.address().toString())
                                .collect(Collectors.joining(", "));
    }

    private static String list(List<ColumnInputs> inputs) {
        return inputs.stream().map(LineageText::input).collect(Collectors.joining(", "));
    }

    private static String input(ColumnInputs input) {
        Address address = input.input().address();
        String kinds = input.kinds().stream().map(LineageText::word).collect(Collectors.joining(", "));
        return input.column().map(column -> address + "." + column).orElse("any column of " + address) + " (" + kinds
                + ")";
    }

    /** How a use is called in reports: {@code group by}. */
    static String word(UseKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
