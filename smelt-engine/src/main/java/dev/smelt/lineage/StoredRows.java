package dev.smelt.lineage;

import dev.smelt.model.Binder.Volatility;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import dev.smelt.sql.SqlReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds out of models how their columns follow from each other.
 *
 * @param inputs the columns of the tables that queries read; empty where not known
 * @param aggregates the names of the engine's aggregates, in lower case
 * @param volatility what the engine's catalogue says of a function, by its name in lower case
 * @param reader by which every piece of text that is replaced is read again, to see that it is what it is taken for
 */
public record StoredRows(
        Function<TableName, Optional<Schema>> inputs,
        Set<String> aggregates,
        Function<String, Volatility> volatility,
        SqlReader reader) {

    /**
     * Of one query. Only a query that is one SELECT, perhaps with CTEs before it, says what its columns are computed from
     * row by row.
     *
     * @param sql the text that the query's spans point into
     * @param schema the query's columns as the engine binds them
     */
    public StoredRow of(Query query, ExpandedSql sql, Schema schema) {
        QueryTrace queries = new QueryTrace(sql, inputs, aggregates, Map.of(), Optional.empty());
        return queries.select(query).map(select -> of(select, schema)).orElse(StoredRow.NONE);
    }

    private StoredRow of(SelectTrace select, Schema schema) {
        Relation<Trace> columns = select.meaning().columns();
        if (!Nullability.agree(columns, schema)) {
            return StoredRow.NONE;
        }
        Map<String, SqlType> types = new TreeMap<>();
        schema.columns().forEach(column -> types.put(Names.fold(column.name()), column.type()));
        return new StoredRowSearch(select, columns, schema.names(), volatility, reader).row(types);
    }
}
