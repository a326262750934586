package dev.smelt;

import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a model that reads itself. Its types depend on themselves: they are the fixed point that is reached from
 * columns of no type at all, which take whatever type the rest of the text gives them.
 */
final class SelfColumns {

    /** The engine's type of a bare NULL. */
    private static final SqlType UNTYPED = new SqlType("\"NULL\"");

    /** Types only widen from round to round; more rounds than this mean that they never settle. */
    private static final int ROUNDS = 8;

    private SelfColumns() {}

    /**
     * Binds the text with its own table declared.
     *
     * @return the columns; empty where they never settle, or their names cannot be read off the select list
     * @throws EngineRejection where the engine does not take the text
     */
    static Optional<Schema> bind(Binder binder, TableName table, String sql, Query query) throws EngineRejection {
        Optional<List<String>> names = names(query);
        if (names.isEmpty()) {
            return Optional.empty();
        }
        Schema schema = new Schema(names.get().stream()
                .map(name -> new Column(name, UNTYPED, true))
                .toList());
        for (int round = 0; round < ROUNDS; round++) {
            binder.declare(table, schema);
            Schema next = binder.describe(sql);
            if (next.equals(schema)) {
                return Optional.of(schema);
            }
            schema = next;
        }
        return Optional.empty();
    }

    private static Optional<List<String>> names(Query query) {
        if (query instanceof Query.With with) {
            return names(with.body());
        }
        if (query instanceof Query.SetOperation operation) {
            return names(operation.left());
        }
        if (!(query instanceof Query.Select select)) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (Query.Projection projection : select.projections()) {
            Optional<String> name = projection.alias().or(() -> nameOf(projection.expression()));
            if (name.isEmpty()) {
                return Optional.empty();
            }
            names.add(name.get());
        }
        return Optional.of(names);
    }

    private static Optional<String> nameOf(Expr expression) {
        return expression instanceof Expr.ColumnRef column ? Optional.of(column.name()) : Optional.empty();
    }
}
