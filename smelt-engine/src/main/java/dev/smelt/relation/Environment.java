package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The names that expressions at one point of the SQL can use: columns of FROM items, aliases of the select list, and the
 * surroundings of a subquery. Names are found without case.
 */
final class Environment {
    /**
     * One column of a FROM item or of a query.
     *
     * @param several whether it may stand for more or fewer columns than one, so that no later one has a known position
     */
    record Output(String name, Value value, boolean several) {
        Output(String name, Value value) {
            this(name, value, false);
        }
    }

    /** A FROM item: the names it can be qualified by, and its columns. */
    record Item(List<String> names, List<Output> columns) {}

    private final List<Item> items = new ArrayList<>();
    private final Map<String, Value> merged = new HashMap<>();
    private final Map<String, Expr> aliases = new HashMap<>();
    private final Optional<Environment> outer;

    Environment(Optional<Environment> outer) {
        this.outer = outer;
    }

    void add(Item item) {
        items.add(item);
    }

    /** A column that USING or NATURAL made one of two. */
    void merge(String name, Value value) {
        merged.put(key(name), value);
    }

    Optional<Value> mergedColumn(String name) {
        return Optional.ofNullable(merged.get(key(name)));
    }

    void alias(Query.Projection projection) {
        projection.alias().ifPresent(name -> aliases.putIfAbsent(key(name), projection.expression()));
    }

    List<Item> items() {
        return items;
    }

    Optional<Expr> aliased(String name) {
        return Optional.ofNullable(aliases.get(key(name)));
    }

    /** The value of a column by name, here or in the surroundings; empty where there is none or several. */
    Optional<Value> column(Expr.ColumnRef reference) {
        Optional<Value> here =
                reference.parts().size() == 1 ? unqualified(reference.name()) : qualified(reference.parts());
        return here.isPresent() || !isUnknown(reference) ? here : outer.flatMap(each -> each.column(reference));
    }

    private boolean isUnknown(Expr.ColumnRef reference) {
        return reference.parts().size() > 1
                || items.stream()
                        .flatMap(item -> item.columns().stream())
                        .noneMatch(column -> column.name().equalsIgnoreCase(reference.name()));
    }

    private Optional<Value> unqualified(String name) {
        if (merged.containsKey(key(name))) {
            return Optional.of(merged.get(key(name)));
        }
        List<Value> found = items.stream()
                .flatMap(item -> item.columns().stream())
                .filter(column -> column.name().equalsIgnoreCase(name))
                .map(Output::value)
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private Optional<Value> qualified(List<String> parts) {
        String qualifier = parts.get(parts.size() - 2);
        String name = parts.get(parts.size() - 1);
        List<Value> found = items.stream()
                .filter(item -> item.names().stream().anyMatch(qualifier::equalsIgnoreCase))
                .flatMap(item -> item.columns().stream())
                .filter(column -> column.name().equalsIgnoreCase(name))
                .map(Output::value)
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
