package dev.smelt.relation;

import dev.smelt.relation.Block.Presence;
import dev.smelt.relation.Environment.Item;
import dev.smelt.relation.Environment.Output;
import dev.smelt.relation.QueryReader.Rows;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.FromItem.JoinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a FROM clause: joins become blocks whose children take part always, where ON holds, or on either side. */
final class FromReader {
    /** Table functions whose rows come from their arguments alone. */
    private static final Set<String> SELF_CONTAINED = Set.of("unnest", "range", "generate_series");

    private final QueryReader queries;
    private final Reading reading;
    private final LocalTime localTime;

    FromReader(QueryReader queries, Reading reading, LocalTime localTime) {
        this.queries = queries;
        this.reading = reading;
        this.localTime = localTime;
    }

    /** The rows of the item; its names are added to the environment. */
    Block read(FromItem item, Environment environment) {
        if (item instanceof FromItem.Table table) {
            Rows rows = queries.table(table);
            List<String> names = table.alias().map(List::of).orElseGet(() -> namesOf(table));
            environment.add(new Item(names, QueryReader.renamed(rows.columns(), table.columnAliases())));
            return rows.block();
        }
        if (item instanceof FromItem.Derived derived) {
            // names of items to the left are visible only to a LATERAL subquery; DuckDB finds them without the word too
            Rows rows = queries.read(derived.query(), Optional.of(environment));
            List<String> names = derived.alias().map(List::of).orElse(List.of());
            environment.add(new Item(names, QueryReader.renamed(rows.columns(), derived.columnAliases())));
            return rows.block();
        }
        if (item instanceof FromItem.TableFunction function) {
            return tableFunction(function, environment);
        }
        if (item instanceof FromItem.Join join) {
            return join(join, environment);
        }
        FromItem.OpaqueItem opaque = (FromItem.OpaqueItem) item;
        refuse(opaque.what(), opaque);
        return Block.inner();
    }

    private static List<String> namesOf(FromItem.Table table) {
        List<String> names =
                new ArrayList<>(List.of(table.name().get(table.name().size() - 1)));
        table.reference().ifPresent(reference -> names.add(reference.target().lastPart()));
        return names;
    }

    private Block tableFunction(FromItem.TableFunction function, Environment environment) {
        Block block = Block.inner();
        String name = function.call().name();
        if (!SELF_CONTAINED.contains(name)) {
            refuse("The table function " + name + "()", function);
        }
        ExpressionReader expressions = new ExpressionReader(environment, block, localTime);
        queries.subqueries(function.call(), block, environment);
        Value.Term column = expressions.opaque(function.call());
        String alias = function.alias().orElse(name);
        environment.add(new Item(
                List.of(alias), QueryReader.renamed(List.of(new Output(alias, column)), function.columnAliases())));
        return block;
    }

    private void refuse(String what, FromItem item) {
        reading.refuse(
                "SMELT-W005",
                item.span(),
                what + " cannot be read for windows, so the model cannot be built incrementally.",
                "Rewrite the query without it, make the model 'refresh: full', or move it into a full-refresh model.");
    }

    private Block join(FromItem.Join join, Environment environment) {
        int before = environment.items().size();
        Block left = read(join.left(), environment);
        int middle = environment.items().size();
        Block right = read(join.right(), environment);
        List<Item> leftItems = List.copyOf(environment.items().subList(before, middle));
        List<Item> rightItems = List.copyOf(
                environment.items().subList(middle, environment.items().size()));
        Block block = Block.inner();
        List<Constraint> on = new ArrayList<>();
        ExpressionReader expressions = new ExpressionReader(environment, block, localTime);
        ConditionReader conditions = new ConditionReader(reading, expressions);
        for (String name : sharedNames(join, leftItems, rightItems)) {
            on.addAll(shared(join, name, leftItems, rightItems, environment, block));
        }
        join.on()
                .ifPresent(condition -> SelectReader.conjuncts(condition).forEach(conjunct -> {
                    queries.subqueries(conjunct, block, environment);
                    on.addAll(conditions.read(conjunct));
                }));
        attach(join, block, left, right, on);
        return block;
    }

    private void attach(FromItem.Join join, Block block, Block left, Block right, List<Constraint> on) {
        switch (join.kind()) {
            case INNER, CROSS -> {
                block.add(left, Presence.ALWAYS, List.of());
                block.add(right, Presence.ALWAYS, List.of());
                block.require(on);
            }
            case LEFT, SEMI, ANTI, ASOF, ASOF_LEFT -> {
                block.add(left, Presence.ALWAYS, List.of());
                block.add(right, Presence.OPTIONAL, on);
            }
            case RIGHT -> {
                block.add(left, Presence.OPTIONAL, on);
                block.add(right, Presence.ALWAYS, List.of());
            }
            case FULL -> {
                block.add(left, Presence.FULL, on);
                block.add(right, Presence.FULL, on);
            }
            case POSITIONAL -> {
                refuse("POSITIONAL JOIN", join);
                block.add(left, Presence.ALWAYS, List.of());
                block.add(right, Presence.ALWAYS, List.of());
            }
        }
    }

    private static List<String> sharedNames(FromItem.Join join, List<Item> left, List<Item> right) {
        if (!join.natural()) {
            return join.using();
        }
        return left.stream()
                .flatMap(item -> item.columns().stream())
                .map(Output::name)
                .filter(name -> column(right, name).isPresent())
                .distinct()
                .toList();
    }

    private List<Constraint> shared(
            FromItem.Join join,
            String name,
            List<Item> leftItems,
            List<Item> rightItems,
            Environment environment,
            Block block) {
        Optional<Value> left = column(leftItems, name);
        Optional<Value> right = column(rightItems, name);
        if (left.isEmpty() || right.isEmpty()) {
            return List.of();
        }
        boolean both = join.kind() == JoinKind.FULL;
        environment.merge(
                name,
                both
                        ? either(name, List.of(left.get(), right.get()), block)
                        : join.kind() == JoinKind.RIGHT ? right.get() : left.get());
        if (left.get() instanceof Value.Term one
                && right.get() instanceof Value.Term other
                && one.kind() == other.kind()) {
            Evidence evidence = reading.evidence(join.span(), Formula.compared(one, "=", other));
            return Constraint.equal(one, other, List.of(evidence), Optional.empty());
        }
        return List.of();
    }

    /** A column of a FULL JOIN that USING made of two: whichever side is there. */
    private Value either(String name, List<Value> sides, Block block) {
        ValueKind kind = Value.Choice.commonKind(sides);
        Variable self = new Variable(name, kind, QueryReader.support(sides)).livesIn(block);
        List<Value> alike = sides.stream()
                .flatMap(side -> Choices.alike(side, kind, localTime).stream())
                .toList();
        return alike.size() < sides.size() ? new Value.Term(self) : new Value.Choice(alike, new Value.Term(self));
    }

    private static Optional<Value> column(List<Item> items, String name) {
        return items.stream()
                .flatMap(item -> item.columns().stream())
                .filter(column -> column.name().equalsIgnoreCase(name))
                .map(Output::value)
                .findFirst();
    }
}
