package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Optional;

/** Tells of new columns that hold NULL in what was built before them, because nothing says how to fill that. */
final class UnfilledHistory {
    private final Landscape landscape;
    private final Workload work;

    UnfilledHistory(Landscape landscape, Workload work) {
        this.landscape = landscape;
        this.work = work;
    }

    /** @param model one whose table is migrated */
    Optional<Diagnostic> of(Address model) {
        List<String> columns = unfilled(model);
        boolean whole = work.works().get(model) instanceof Work.Whole;
        IntervalSet left = whole ? IntervalSet.none() : landscape.built(model).minus(work.rewrites(model));
        if (columns.isEmpty() || left.isEmpty() || !landscape.isIncremental(model)) {
            return Optional.empty();
        }
        Granularity granularity = landscape.granularity(model);
        Interval hull = left.hull();
        return Optional.of(new Diagnostic(
                "SMELT-P045",
                Severity.NOTICE,
                Optional.empty(),
                "What was built of " + model + " before, " + StaleMarks.text(left, granularity) + ", holds NULL in "
                        + (columns.size() == 1 ? "the new column " : "the new columns ")
                        + String.join(", ", columns) + ".",
                "Fill it by: mvn smelt:backbuild -Dsmelt.select=" + model + " -Dsmelt.start="
                        + Alignment.argument(granularity, hull.start()) + " -Dsmelt.end="
                        + Alignment.argument(granularity, hull.end())));
    }

    private List<String> unfilled(Address model) {
        Optional<Relation> table = landscape.world().catalogue().relation(landscape.table(model));
        return landscape.facts(model).schema().columns().stream()
                .map(Column::name)
                .filter(name -> table.filter(each -> each.schema().column(name).isEmpty())
                        .isPresent())
                .filter(name -> isUnfilled(landscape.model(model).declaration(name)))
                .toList();
    }

    private static boolean isUnfilled(ColumnDeclaration column) {
        return column.defaultSql().isEmpty()
                && column.backfillSql().isEmpty()
                && column.renamedFrom().isEmpty();
    }
}
