package dev.smelt.lineage;

import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which columns of a query can never be NULL. The engine infers no nullability, so this does, for what can be proven: a
 * column that is not proven stays nullable.
 *
 * <pre>
 * SELECT qty, qty &gt; 10 AS many, disc, COALESCE(disc, 0) AS d FROM o      -- o(qty INTEGER NOT NULL, disc INTEGER)
 *        NOT NULL  NOT NULL      NULL  NOT NULL
 * </pre>
 */
public final class Nullability {
    private Nullability() {}

    /**
     * The bound columns of a query, those marked NOT NULL that are proven.
     *
     * @param bound the columns as the engine binds them, in order
     * @param inputs the columns, with their nullability, of the tables that the query reads; empty where not known
     */
    public static Schema infer(Query query, Schema bound, Function<TableName, Optional<Schema>> inputs) {
        Relation<Proof> proven = new QueryProof(inputs, Map.of(), Optional.empty()).relation(query);
        if (!agree(proven, bound)) {
            return nullable(bound);
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < bound.columns().size(); i++) {
            Column column = bound.columns().get(i);
            boolean nonNull = proven.columns().get(i).facts().nonNull();
            columns.add(new Column(column.name(), column.type(), !nonNull));
        }
        return new Schema(columns);
    }

    /** The columns, all nullable: what holds for a query that could not be read. */
    public static Schema nullable(Schema bound) {
        return new Schema(bound.columns().stream()
                .map(column -> new Column(column.name(), column.type(), true))
                .toList());
    }

    /** Whether we see the columns that the engine sees; where not, ours is a misreading and proves nothing. */
    static boolean agree(Relation<?> relation, Schema bound) {
        if (!relation.complete() || relation.columns().size() != bound.columns().size()) {
            return false;
        }
        for (int i = 0; i < bound.columns().size(); i++) {
            Optional<String> name = relation.columns().get(i).name();
            if (name.isPresent() && !bound.columns().get(i).isNamed(name.get())) {
                return false;
            }
        }
        return true;
    }
}
