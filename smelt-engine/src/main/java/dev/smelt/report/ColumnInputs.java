package dev.smelt.report;

import dev.smelt.lineage.ColumnOrigin;
import dev.smelt.lineage.ColumnUse;
import dev.smelt.lineage.UseKind;
import dev.smelt.model.Column;
import dev.smelt.report.LineageReport.Input;
import dev.smelt.report.LineageReport.ModelLineage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A column of an input with every way in which it is used, as reports list it.
 *
 * @param column its name as the input spells it; empty where any column of the input may be meant
 */
record ColumnInputs(Input input, Optional<String> column, SortedSet<UseKind> kinds) {
    /** What one output column uses. */
    static List<ColumnInputs> of(ModelLineage model, Column column) {
        return of(model, model.lineage().uses().getOrDefault(column.name().toLowerCase(Locale.ROOT), new TreeSet<>()));
    }

    /** What decides which rows there are. */
    static List<ColumnInputs> ofRows(ModelLineage model) {
        return of(model, model.lineage().rowUses());
    }

    private static List<ColumnInputs> of(ModelLineage model, Collection<ColumnUse> uses) {
        SortedMap<ColumnOrigin, SortedSet<UseKind>> kinds = new TreeMap<>();
        uses.forEach(use ->
                kinds.computeIfAbsent(use.origin(), each -> new TreeSet<>()).add(use.kind()));
        List<ColumnInputs> inputs = new ArrayList<>();
        kinds.forEach((origin, each) -> model.input(origin.table())
                .ifPresent(input -> inputs.add(new ColumnInputs(input, name(input, origin), each))));
        return inputs;
    }

    private static Optional<String> name(Input input, ColumnOrigin origin) {
        if (origin.column().equals(ColumnOrigin.ANY)) {
            return Optional.empty();
        }
        return Optional.of(
                input.schema().column(origin.column()).map(Column::name).orElse(origin.column()));
    }
}
