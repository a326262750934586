package dev.smelt.lineage;

import dev.smelt.ledger.Definition;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Fingerprints of what a query means: one per output column, one for the set of rows. Formatting, comments, the case of
 * keywords and the names of aliases and CTEs change none; a changed expression changes its column and those computed from
 * it; an added column changes only itself. Where it cannot be told whether the meaning is the same, it counts as changed.
 */
public final class Fingerprints {
    private static final int LENGTH = 16;

    private Fingerprints() {}

    /**
     * What a query means.
     *
     * @param definition its fingerprints, by column name in lower case
     * @param lineage where its columns and its rows come from
     * @param written where its columns are written
     */
    public record Meaning(Definition definition, ColumnLineage lineage, WrittenColumns written) {}

    /**
     * The meaning of a query that was read.
     *
     * @param sql the text that the query's spans point into
     * @param schema the query's columns as the engine binds them
     * @param inputs the columns of the tables that the query reads; empty where not known
     * @param aggregates the names of the engine's aggregates, in lower case
     */
    public static Meaning of(
            Query query,
            ExpandedSql sql,
            Schema schema,
            Function<TableName, Optional<Schema>> inputs,
            Set<String> aggregates) {
        QueryTrace.Meaning traced = new QueryTrace(sql, inputs, aggregates, Map.of(), Optional.empty()).meaning(query);
        WrittenColumns written = WrittenColumns.of(query, sql, schema);
        if (!Nullability.agree(traced.columns(), schema)) {
            return ofText(sql, schema, written);
        }
        SortedMap<String, String> columns = new TreeMap<>();
        SortedMap<String, SortedSet<ColumnUse>> uses = new TreeMap<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            Trace trace = traced.columns().columns().get(i).facts();
            String name = Names.fold(schema.columns().get(i).name());
            columns.put(name, hash(trace.text(), LENGTH));
            uses.put(name, trace.uses());
        }
        Definition definition = new Definition(hash(traced.rowSet().text(), LENGTH), columns).with(written.texts());
        return new Meaning(definition, new ColumnLineage(uses, traced.rowSet().uses()), written);
    }

    /**
     * The meaning of a query that could not be read: any change of its text, but for white space, changes it all, and
     * anything may come from any column of any table it names.
     */
    public static Meaning ofText(ExpandedSql sql, Schema schema) {
        return ofText(sql, schema, WrittenColumns.NONE);
    }

    private static Meaning ofText(ExpandedSql sql, Schema schema, WrittenColumns written) {
        String text = TokenText.of(sql.text());
        SortedMap<String, String> columns = new TreeMap<>();
        for (Column column : schema.columns()) {
            String name = Names.fold(column.name());
            columns.put(name, hash("column " + name + " of " + text, LENGTH));
        }
        return new Meaning(
                new Definition(hash("rows of " + text, LENGTH), columns), lineageOfText(sql, schema), written);
    }

    private static ColumnLineage lineageOfText(ExpandedSql sql, Schema schema) {
        SortedMap<String, SortedSet<ColumnUse>> columns = new TreeMap<>();
        schema.columns().forEach(column -> columns.put(Names.fold(column.name()), any(sql, UseKind.TRANSFORMATION)));
        return new ColumnLineage(columns, any(sql, UseKind.FILTER));
    }

    private static SortedSet<ColumnUse> any(ExpandedSql sql, UseKind kind) {
        SortedSet<ColumnUse> any = new TreeSet<>();
        sql.references()
                .forEach(reference ->
                        any.add(new ColumnUse(new ColumnOrigin(reference.table(), ColumnOrigin.ANY), kind)));
        return any;
    }

    /**
     * What a query means, in one text, of which nothing is known but itself. Two queries that have the same one mean the
     * same; two that mean the same may have different ones.
     */
    public static String ofAlone(Query query, ExpandedSql sql, Set<String> aggregates) {
        return new QueryTrace(sql, table -> Optional.empty(), aggregates, Map.of(), Optional.empty())
                .meaning(query)
                .whole()
                .text();
    }

    static String hash(String text, int length) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
