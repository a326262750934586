package dev.smelt.lineage;

import dev.smelt.lineage.StoredRow.Below;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.FromItem.JoinKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The columns of what one SELECT reads. Each of its rows is made from one row of every item of FROM, unless an outer join
 * may put NULL in its place: the columns of such an item are left out, since an expression over NULLs need not be NULL.
 */
final class Beneath {
    private static final Set<JoinKind> KEEP_LEFT = EnumSet.of(
            JoinKind.INNER,
            JoinKind.CROSS,
            JoinKind.LEFT,
            JoinKind.ASOF,
            JoinKind.ASOF_LEFT,
            JoinKind.SEMI,
            JoinKind.ANTI);
    private static final Set<JoinKind> KEEP_RIGHT =
            EnumSet.of(JoinKind.INNER, JoinKind.CROSS, JoinKind.RIGHT, JoinKind.ASOF);

    private final QueryTrace queries;
    private final Function<SelectTrace, Optional<Described>> inner;
    private final Function<Trace, SortedSet<String>> holding;
    private final SortedMap<String, Below> found = new TreeMap<>();

    /** A subquery and what its columns are called, in their order. */
    record Described(List<String> columns, StoredRow row) {}

    private Beneath(
            QueryTrace queries,
            Function<Trace, SortedSet<String>> holding,
            Function<SelectTrace, Optional<Described>> inner) {
        this.queries = queries;
        this.holding = holding;
        this.inner = inner;
    }

    /**
     * The columns that can be read as they are, by their meaning in the SELECT.
     *
     * @param holding the columns of the SELECT, in lower case, that hold what something means
     * @param inner what is known of a subquery
     */
    static SortedMap<String, Below> of(
            SelectTrace select,
            Function<Trace, SortedSet<String>> holding,
            Function<SelectTrace, Optional<Described>> inner) {
        Beneath beneath = new Beneath(select.queries(), holding, inner);
        select.from().ifPresent(from -> beneath.collect(from, 0, true));
        return Collections.unmodifiableSortedMap(beneath.found);
    }

    /** @return the position of the item that comes next */
    private int collect(FromItem item, int position, boolean kept) {
        if (item instanceof FromItem.Join join) {
            int right = collect(join.left(), position, kept && KEEP_LEFT.contains(join.kind()));
            return collect(join.right(), right, kept && KEEP_RIGHT.contains(join.kind()));
        }
        if (kept && item instanceof FromItem.Table table) {
            table(table, position);
        } else if (kept && item instanceof FromItem.Derived derived && !derived.lateral()) {
            queries.select(derived.query()).ifPresent(select -> inner(select, columns(item, position)));
        }
        return position + 1;
    }

    private void table(FromItem.Table table, int position) {
        Relation<Trace> columns = columns(table, position);
        queries.cte(table)
                .ifPresent(cte -> cte.within().select(cte.query()).ifPresent(select -> inner(select, columns)));
        table.reference().ifPresent(reference -> {
            SortedMap<String, Trace> named = new TreeMap<>();
            columns.columns()
                    .forEach(column -> column.facts().uses().stream()
                            .map(ColumnUse::origin)
                            .filter(origin -> !origin.column().equals(ColumnOrigin.ANY))
                            .forEach(origin -> named.put(origin.column(), column.facts())));
            if (columns.complete() && named.size() == columns.columns().size()) {
                add(new StoredRow.Table(reference.table()), named);
            }
        });
    }

    private void inner(SelectTrace select, Relation<Trace> columns) {
        inner.apply(select)
                .filter(names -> columns.complete()
                        && names.columns().size() == columns.columns().size())
                .ifPresent(names -> {
                    SortedMap<String, Trace> named = new TreeMap<>();
                    for (int i = 0; i < names.columns().size(); i++) {
                        named.put(
                                names.columns().get(i), columns.columns().get(i).facts());
                    }
                    add(new StoredRow.Inner(names.row()), named);
                });
    }

    private void add(StoredRow.Read read, SortedMap<String, Trace> columns) {
        SortedMap<String, SortedSet<String>> held = new TreeMap<>();
        columns.forEach((name, trace) -> held.put(name, holding.apply(trace)));
        columns.forEach((name, trace) -> found.put(trace.text(), new Below(read, name, held)));
    }

    /** The item's columns as the expressions of the SELECT see them. */
    private Relation<Trace> columns(FromItem item, int position) {
        return queries.from(item, position).scope().bindings().get(0).relation();
    }
}
