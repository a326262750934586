package dev.smelt.lineage;

import dev.smelt.model.Schema;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The meaning of queries in canonical form: which rows there are, and what each column is computed from.
 *
 * @param sql the text that spans point into
 * @param inputs the columns of the tables that are read, where known
 * @param aggregates the names of the engine's aggregates, in lower case
 */
record QueryTrace(
        ExpandedSql sql,
        Function<TableName, Optional<Schema>> inputs,
        Set<String> aggregates,
        Map<String, Named> ctes,
        Optional<Scope<Trace>> outer) {

    /**
     * A CTE.
     *
     * @param meaning as a table
     * @param within what its query can name
     */
    record Named(Meaning meaning, Query query, QueryTrace within) {}

    /**
     * @param rowSet which rows there are
     * @param columns what each column is computed from
     */
    record Meaning(Trace rowSet, Relation<Trace> columns) {
        /** Rows and columns in one. */
        Trace whole() {
            List<Trace> parts = new ArrayList<>(List.of(rowSet));
            columns.columns().forEach(column -> parts.add(column.facts()));
            return Trace.of("query", parts);
        }

        /** The columns as those of a table in FROM; of unknown columns one without a name that stands for them all. */
        Relation<Trace> asTable(List<String> aliases) {
            Relation<Trace> table = columns.renamed(aliases).asTable();
            return table.complete() ? table : unknown(whole());
        }
    }

    /** A relation of unknown columns, which the one without a name stands for. */
    static Relation<Trace> unknown(Trace whole) {
        return new Relation<>(List.of(new Relation.Item<>(Optional.empty(), whole)), false);
    }

    QueryTrace within(Optional<Scope<Trace>> scope) {
        return new QueryTrace(sql, inputs, aggregates, ctes, scope);
    }

    private QueryTrace with(Map<String, Named> named) {
        return new QueryTrace(sql, inputs, aggregates, named, outer);
    }

    String text(Span span) {
        return sql.text().substring(span.start(), span.end());
    }

    Meaning meaning(Query query) {
        if (query instanceof Query.Select select) {
            return new SelectTrace(this, select).meaning();
        }
        if (query instanceof Query.With with) {
            return ofWith(with);
        }
        if (query instanceof Query.SetOperation operation) {
            return ofSetOperation(operation);
        }
        return query instanceof Query.Values values ? ofValues(values) : asWritten(query.span());
    }

    /** The one SELECT whose columns are those of the query; nothing where it is made of several, or of none. */
    Optional<SelectTrace> select(Query query) {
        if (query instanceof Query.With with && !with.recursive()) {
            return with(named(with)).select(with.body());
        }
        return query instanceof Query.Select select ? Optional.of(new SelectTrace(this, select)) : Optional.empty();
    }

    /** The expression that a stretch of the text is when it is read by itself; nothing where it is none. */
    Optional<Expr> reread(Span span, SqlReader reader) {
        String select = "SELECT " + text(span);
        SourceText source = SourceText.whole("", select);
        ExpandedSql.Segment whole =
                new ExpandedSql.Segment(new Span(0, select.length()), source, 0, true, Optional.empty());
        SqlReader.Reading reading = reader.read(new ExpandedSql(select, List.of(whole), List.of()));
        return reading instanceof SqlReader.Read read
                        && read.query() instanceof Query.Select again
                        && again.projections().size() == 1
                        && again.projections().get(0).alias().isEmpty()
                ? Optional.of(again.projections().get(0).expression())
                : Optional.empty();
    }

    /** The same of another text, in which the same names mean the same. */
    QueryTrace reading(String other) {
        return new QueryTrace(new ExpandedSql(other, List.of(), List.of()), inputs, aggregates, ctes, outer);
    }

    /** What is not understood means what is written, and may read every table of the text. */
    private Meaning asWritten(Span span) {
        List<Trace> tables = sql.references().stream()
                .map(reference -> anyColumn(reference.table()))
                .toList();
        Trace whole = Trace.of("text<" + TokenText.of(text(span)) + ">", tables);
        return new Meaning(whole.as(UseKind.FILTER), unknown(whole));
    }

    private static Trace anyColumn(TableName table) {
        return Trace.of("table " + Names.fold(table.toString()), new ColumnOrigin(table, ColumnOrigin.ANY));
    }

    private Meaning ofWith(Query.With with) {
        if (with.recursive()) {
            return asWritten(with.span());
        }
        return with(named(with)).meaning(with.body());
    }

    private Map<String, Named> named(Query.With with) {
        Map<String, Named> known = new HashMap<>(ctes);
        for (Query.Cte cte : with.ctes()) {
            QueryTrace within = with(Map.copyOf(known));
            Meaning meaning = within.meaning(cte.query());
            Meaning table = new Meaning(meaning.rowSet(), meaning.asTable(cte.columnAliases()));
            known.put(Names.fold(cte.name()), new Named(table, cte.query(), within));
        }
        return known;
    }

    private Meaning ofSetOperation(Query.SetOperation operation) {
        Meaning left = meaning(operation.left());
        Meaning right = meaning(operation.right());
        boolean aligned = left.columns().complete()
                && right.columns().complete()
                && left.columns().columns().size() == right.columns().columns().size();
        boolean keepsRows = operation.operator() == Query.SetOperator.UNION && operation.all();
        if (operation.byName() || !aligned || operation.limit().isPresent()) {
            return asWritten(operation.span());
        }
        List<Relation.Item<Trace>> columns = new ArrayList<>();
        for (int i = 0; i < left.columns().columns().size(); i++) {
            Relation.Item<Trace> one = left.columns().columns().get(i);
            Trace both = Trace.joined(
                    "arms",
                    List.of(one.facts(), right.columns().columns().get(i).facts()));
            columns.add(new Relation.Item<>(one.name(), both));
        }
        List<Trace> rows = new ArrayList<>(List.of(left.rowSet(), right.rowSet()));
        if (!keepsRows) {
            columns.forEach(column -> rows.add(column.facts().as(UseKind.GROUP_BY)));
        }
        String name = operation.operator() + (operation.all() ? " all" : "");
        return new Meaning(Trace.of(Names.fold(name), rows), new Relation<>(columns, true));
    }

    private Meaning ofValues(Query.Values values) {
        ExpressionTrace trace = new ExpressionTrace(Scope.of(List.of(), outer), Map.of(), false, List.of(), this);
        List<Relation.Item<Trace>> columns = new ArrayList<>();
        for (int i = 0; i < values.rows().get(0).size(); i++) {
            int column = i;
            List<Trace> cells = values.rows().stream()
                    .filter(row -> column < row.size())
                    .map(row -> trace.of(row.get(column)))
                    .toList();
            columns.add(new Relation.Item<>(Optional.of("col" + i), Trace.of("values", cells)));
        }
        return new Meaning(Trace.of("rows " + values.rows().size()), new Relation<>(columns, true));
    }

    /** FROM: its scope and what it says about rows. */
    From from(FromItem item, int position) {
        if (item instanceof FromItem.Join join) {
            return ofJoin(join, position);
        }
        if (item instanceof FromItem.Table table) {
            return ofTable(table, position);
        }
        if (item instanceof FromItem.Derived derived) {
            Meaning meaning = meaning(derived.query());
            return one(
                    derived.alias(), List.of(), meaning.rowSet(), meaning.asTable(derived.columnAliases()), position);
        }
        if (item instanceof FromItem.TableFunction function) {
            ExpressionTrace arguments =
                    new ExpressionTrace(Scope.of(List.of(), outer), Map.of(), false, List.of(), this);
            Trace call = arguments.of(function.call());
            Trace names = Trace.of(Names.fold(function.columnAliases().toString()));
            Trace whole = Trace.of("table function", call, names);
            return one(
                    function.alias(),
                    List.of(function.call().name()),
                    whole.as(UseKind.FILTER),
                    unknown(whole),
                    position);
        }
        Trace whole = asWritten(item.span()).whole();
        return one(Optional.empty(), List.of(), whole.as(UseKind.FILTER), unknown(whole), position);
    }

    /** @param next the position of the item that comes next */
    record From(Trace rows, Scope<Trace> scope, int next) {}

    private From one(Optional<String> alias, List<String> name, Trace rows, Relation<Trace> columns, int position) {
        Relation<Trace> here = columns.map(trace -> trace.at(position));
        return new From(rows, Scope.of(List.of(new Scope.Binding<>(alias, name, here)), outer), position + 1);
    }

    private From ofTable(FromItem.Table table, int position) {
        if (table.reference().isPresent()) {
            TableName name = table.reference().get().table();
            Relation<Trace> columns = inputs.apply(name)
                    .map(schema -> columns(name, schema).renamed(table.columnAliases()))
                    .filter(Relation::complete)
                    .orElseGet(() -> unknown(anyColumn(name)));
            Trace rows = Trace.of("table " + Names.fold(name.toString()));
            return one(table.alias(), table.name(), rows, columns, position);
        }
        Optional<Meaning> cte = cte(table).map(Named::meaning);
        if (cte.isPresent()) {
            Relation<Trace> columns = cte.get().asTable(table.columnAliases());
            return one(table.alias(), table.name(), cte.get().rowSet(), columns, position);
        }
        Trace rows = Trace.of("table " + Names.fold(String.join(".", table.name())));
        return one(table.alias(), table.name(), rows, unknown(rows), position);
    }

    /** The CTE that a table in FROM is. */
    Optional<Named> cte(FromItem.Table table) {
        return table.reference().isEmpty() && table.name().size() == 1
                ? Optional.ofNullable(ctes.get(Names.fold(table.name().get(0))))
                : Optional.empty();
    }

    private static Relation<Trace> columns(TableName table, Schema schema) {
        return new Relation<>(
                schema.columns().stream()
                        .map(column -> {
                            String name = Names.fold(column.name());
                            ColumnOrigin origin = new ColumnOrigin(table, name);
                            Trace trace = Trace.of("column " + name, origin);
                            return new Relation.Item<>(Optional.of(column.name()), trace);
                        })
                        .toList(),
                true);
    }

    private From ofJoin(FromItem.Join join, int position) {
        From left = from(join.left(), position);
        From right = within(Optional.of(left.scope())).from(join.right(), left.next());
        Scope<Trace> rightAlone =
                new Scope<>(right.scope().bindings(), right.scope().merged(), outer);
        Scope<Trace> both = Joined.equated(join, left.scope(), rightAlone)
                .flatMap(names -> Joined.merged(join.kind(), names, left.scope(), rightAlone, QueryTrace::merge))
                .map(merged -> Joined.together(left.scope(), rightAlone, merged))
                .orElseGet(() -> new Scope<>(together(left.scope(), rightAlone), List.of(), outer));
        List<Trace> parts = new ArrayList<>(List.of(left.rows(), right.rows()));
        ExpressionTrace on = new ExpressionTrace(both, Map.of(), false, List.of(), this);
        join.on().ifPresent(condition -> parts.add(on.of(condition).as(UseKind.JOIN)));
        List<Relation.Item<Trace>> merged = both.merged();
        merged.forEach(item -> parts.add(Trace.of("using", item.facts()).as(UseKind.JOIN)));
        String natural = join.natural() ? " natural" : "";
        String using = Names.fold(join.using().toString());
        Trace rows = Trace.of("join " + join.kind() + natural + using, parts);
        Scope<Trace> visible = Joined.keepsLeftOnly(join.kind()) ? left.scope() : both;
        return new From(rows, visible, right.next());
    }

    private static List<Scope.Binding<Trace>> together(Scope<Trace> left, Scope<Trace> right) {
        List<Scope.Binding<Trace>> bindings = new ArrayList<>(left.bindings());
        bindings.addAll(right.bindings());
        return bindings;
    }

    private static Trace merge(FromItem.JoinKind kind, Trace left, Trace right) {
        return Trace.joined("merged " + kind, List.of(left, right));
    }

    /** Whether an aggregate is called in the expression itself, outside of windows and subqueries. */
    boolean aggregates(Expr expression) {
        if (expression instanceof Expr.Call call && aggregates.contains(Names.fold(call.name()))) {
            return true;
        }
        List<Expr> operands = expression instanceof Expr.WindowCall window
                ? window.call().arguments()
                : Expressions.operands(expression);
        return operands.stream().anyMatch(this::aggregates);
    }
}
