package dev.smelt.relation;

import dev.smelt.model.Column;
import dev.smelt.model.SafetyOverride;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.Block.Instance;
import dev.smelt.relation.Block.Presence;
import dev.smelt.relation.Environment.Output;
import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads a query into {@link Block}s: which rows there are, what ties them, which windows look at them. */
final class QueryReader {
    /** The rows of a query, and its columns. */
    record Rows(Block block, List<Output> columns) {}

    private record NamedQuery(Query.Cte cte, Map<String, NamedQuery> visible) {}

    private final Reading reading;
    private final LocalTime localTime;
    private final Map<String, NamedQuery> namedQueries;

    QueryReader(Reading reading) {
        this(reading, Map.of());
    }

    private QueryReader(Reading reading, Map<String, NamedQuery> namedQueries) {
        this.reading = reading;
        this.localTime = reading.localTime();
        this.namedQueries = namedQueries;
    }

    /** @param outer the surroundings, for a subquery that may use their columns */
    Rows read(Query query, Optional<Environment> outer) {
        if (query instanceof Query.With with) {
            return with(with, outer);
        }
        if (query instanceof Query.Select select) {
            return new SelectReader(this, reading, localTime).read(select, outer);
        }
        if (query instanceof Query.SetOperation operation) {
            return setOperation(operation, outer);
        }
        if (query instanceof Query.Values values) {
            return values(values);
        }
        Query.OpaqueQuery opaque = (Query.OpaqueQuery) query;
        reading.refuse(
                "SMELT-W005",
                opaque.span(),
                opaque.what() + " cannot be read for windows, so the model cannot be built incrementally.",
                "Rewrite it as a plain SELECT, or make the model 'refresh: full'.");
        return new Rows(Block.inner(), List.of());
    }

    private Rows with(Query.With with, Optional<Environment> outer) {
        if (with.recursive()) {
            reading.refuse(
                    "SMELT-W006",
                    with.span(),
                    "A recursive WITH has no bounded reach, so the model cannot be built incrementally.",
                    "Make the model 'refresh: full', or move the recursion into a full-refresh model that this one reads.");
            with.ctes().forEach(cte -> reading.recurses(key(cte.name())));
        }
        Map<String, NamedQuery> visible = new HashMap<>(namedQueries);
        for (Query.Cte cte : with.ctes()) {
            visible.put(key(cte.name()), new NamedQuery(cte, Map.copyOf(visible)));
        }
        return new QueryReader(reading, visible).read(with.body(), outer);
    }

    private Rows setOperation(Query.SetOperation operation, Optional<Environment> outer) {
        List<Rows> arms = List.of(read(operation.left(), outer), read(operation.right(), outer));
        if (!operation.byName() && arms.stream().anyMatch(arm -> hasNoPositions(arm.columns()))) {
            reading.refuse(
                    "SMELT-W005",
                    operation.span(),
                    "An arm has an item that may be several columns, so it is not known which columns lie one upon another.",
                    "Name the columns one by one, or use BY NAME.");
        }
        Block block = Block.inner();
        List<Output> columns = new ArrayList<>();
        List<List<Constraint>> ties = List.of(new ArrayList<>(), new ArrayList<>());
        List<Output> first = arms.get(0).columns();
        for (int i = 0; i < first.size(); i++) {
            Output left = first.get(i);
            Optional<Output> right = other(operation, arms.get(1).columns(), left.name(), i);
            List<Value> values = new ArrayList<>(List.of(left.value()));
            right.ifPresent(output -> values.add(output.value()));
            Variable column = new Variable(left.name(), kind(values), support(values)).livesIn(block);
            columns.add(new Output(left.name(), new Value.Term(column)));
            for (int arm = 0; arm < values.size(); arm++) {
                ties.get(arm).addAll(tie(column, values.get(arm), operation.span()));
            }
        }
        for (int arm = 0; arm < arms.size(); arm++) {
            block.add(arms.get(arm).block(), Presence.ARM, ties.get(arm));
        }
        operation.limit().ifPresent(limit -> block.compute(limited(limit)));
        return new Rows(block, List.copyOf(columns));
    }

    private static Optional<Output> other(Query.SetOperation operation, List<Output> right, String name, int index) {
        if (operation.byName()) {
            return right.stream()
                    .filter(output -> output.name().equalsIgnoreCase(name))
                    .findFirst();
        }
        return index < right.size() ? Optional.of(right.get(index)) : Optional.empty();
    }

    private List<Constraint> tie(Variable column, Value value, Span span) {
        if (value instanceof Value.Choice choice) {
            List<Constraint> found = new ArrayList<>(tie(column, choice.self(), span));
            found.addAll(Constraint.hull(choice.options().stream()
                    .map(option -> tie(column, option, span))
                    .toList()));
            return found;
        }
        if (!(value instanceof Value.Term term)) {
            return List.of();
        }
        if (!(Choices.alike(term, column.kind(), localTime).orElse(null) instanceof Value.Term alike)) {
            return List.of();
        }
        Value.Term tied = new Value.Term(column);
        Evidence evidence = reading.evidence(span, Formula.compared(tied, "=", term));
        return Constraint.equal(tied, alike, List.of(evidence), Optional.empty());
    }

    WindowUse limited(Query.Limit limit) {
        return new WindowUse(
                "LIMIT",
                List.of(),
                "",
                Optional.empty(),
                "it looks at all rows",
                reading.input().sql().expansionAt(limit.span().start()),
                SafetyOverride.ALLOW_LIMIT,
                reading.evidence(limit.span(), "LIMIT looks at all rows"),
                limit.span(),
                false);
    }

    private Rows values(Query.Values values) {
        Block block = Block.inner();
        List<Output> columns = new ArrayList<>();
        int width = values.rows().isEmpty() ? 0 : values.rows().get(0).size();
        for (int i = 0; i < width; i++) {
            Variable column = new Variable("col" + i, localTime.unknown(), Set.of()).livesIn(block);
            columns.add(new Output("col" + i, new Value.Term(column)));
        }
        return new Rows(block, List.copyOf(columns));
    }

    /** A FROM item by its table name: a reference, a CTE, or a table that smelt knows nothing about. */
    Rows table(FromItem.Table table) {
        if (table.reference().isPresent()) {
            Reference reference = table.reference().get();
            return instance(reference, table.alias().orElse(reference.target().lastPart()));
        }
        NamedQuery named =
                table.name().size() == 1 ? namedQueries.get(key(table.name().get(0))) : null;
        if (named != null) {
            Rows rows =
                    new QueryReader(reading, named.visible()).read(named.cte().query(), Optional.empty());
            return new Rows(rows.block(), renamed(rows.columns(), named.cte().columnAliases()));
        }
        if (table.name().size() == 1 && reading.isRecursive(key(table.name().get(0)))) {
            return new Rows(Block.inner(), List.of());
        }
        reading.refuse(
                "SMELT-W007",
                table.span(),
                "'" + String.join(".", table.name()) + "' is read past smelt, so its changes cannot be followed.",
                "Read a model or seed as smelt.<path>, anything else as smelt.sources.<path>, declared as a source.");
        return new Rows(Block.inner(), List.of());
    }

    private Rows instance(Reference reference, String name) {
        InputRelation input = reading.input().inputs().apply(reference);
        Map<String, Variable> variables = new HashMap<>();
        List<Output> columns = new ArrayList<>();
        for (Column column : input.schema().columns()) {
            Variable variable = new Variable(column.name(), localTime.kind(column.type()), Set.of(reference));
            variables.put(key(column.name()), variable);
            columns.add(new Output(column.name(), new Value.Term(variable)));
        }
        Optional<Variable> clock = input.clock().map(each -> variables.get(key(each.partitionColumn())));
        input.clock().ifPresent(clocked -> refuseZoned(reference, input, clocked));
        Block leaf = Block.leaf(new Instance(reference, name, input, clock));
        variables.values().forEach(variable -> variable.livesIn(leaf));
        if (clock.isPresent()) {
            leaf.require(ClockTies.of(reading, reference, input.clock().get(), clock.get(), variables.values()));
        }
        return new Rows(leaf, List.copyOf(columns));
    }

    private void refuseZoned(Reference reference, InputRelation input, Timeseries clocked) {
        input.schema()
                .column(clocked.partitionColumn())
                .filter(column -> ValueKind.of(column.type()) == ValueKind.INSTANT)
                .flatMap(column -> new ZonedClocks(reading).refusal(clocked))
                .ifPresent(why -> reading.refuse(
                        "SMELT-W011", reference.span(), reference.target() + ": " + why, ZonedClocks.CURE));
    }

    private static boolean hasNoPositions(List<Output> columns) {
        return columns.stream().anyMatch(Output::several) && columns.size() > 1;
    }

    /** Gives columns the names of an alias list; where positions are not known, no column has a known name. */
    static List<Output> renamed(List<Output> columns, List<String> aliases) {
        if (!aliases.isEmpty() && hasNoPositions(columns)) {
            return List.of();
        }
        List<Output> renamed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = i < aliases.size() ? aliases.get(i) : columns.get(i).name();
            renamed.add(new Output(name, columns.get(i).value(), columns.get(i).several()));
        }
        return List.copyOf(renamed);
    }

    static Set<Reference> support(List<? extends Value> values) {
        Set<Reference> support = new TreeSet<>(Comparator.comparingInt(Reference::index));
        values.forEach(value -> support.addAll(value.support()));
        return support;
    }

    private ValueKind kind(List<Value> values) {
        ValueKind first = values.get(0).kind();
        if (values.stream().allMatch(value -> value.kind() == first)) {
            return first;
        }
        ValueKind common = Value.Choice.commonKind(values);
        return common == ValueKind.OTHER ? localTime.unknown() : common;
    }

    /** Every subquery of an expression becomes a child that matters only where its own conditions hold. */
    void subqueries(Expr expression, Block block, Environment environment) {
        for (Query query : ExprChildren.queriesOf(expression)) {
            Rows rows = read(query, Optional.of(environment));
            block.add(rows.block(), Presence.OPTIONAL, List.of());
        }
        ExprChildren.of(expression).forEach(child -> subqueries(child, block, environment));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
