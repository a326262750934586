package dev.smelt.lineage;

import dev.smelt.diagnostics.Place;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.model.Schema;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the columns of a query are written. Only a query that is one SELECT, perhaps with CTEs before it, says so for each
 * column; the columns of a star are written nowhere.
 *
 * @param texts what is written
 * @param places where, by column name in lower case
 */
public record WrittenColumns(DefinitionTexts texts, SortedMap<String, Place> places) {
    public static final WrittenColumns NONE = new WrittenColumns(DefinitionTexts.NONE, new TreeMap<>());

    public WrittenColumns {
        places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
    }

    /** @param schema the query's columns as the engine names them */
    public static WrittenColumns of(Query query, ExpandedSql sql, Schema schema) {
        if (query instanceof Query.With with) {
            return of(with.body(), sql, schema);
        }
        if (!(query instanceof Query.Select select)) {
            return NONE;
        }
        List<Query.Projection> items = select.projections();
        boolean stars = items.stream().anyMatch(item -> Stars.mayBeSeveral(item.expression()));
        boolean aligned = !stars && items.size() == schema.columns().size();
        SortedMap<String, String> texts = new TreeMap<>();
        SortedMap<String, Place> places = new TreeMap<>();
        for (int i = 0; i < items.size(); i++) {
            Expr expression = items.get(i).expression();
            Optional<String> name = aligned
                    ? Optional.of(schema.columns().get(i).name())
                    : Optional.of(items.get(i))
                            .filter(item -> !Stars.mayBeSeveral(expression))
                            .flatMap(Stars::name);
            name.map(Names::fold).ifPresent(column -> {
                texts.put(column, sql.clause(expression.span()));
                places.put(column, sql.place(expression.span()));
            });
        }
        return new WrittenColumns(new DefinitionTexts(rows(select, sql), texts), places);
    }

    private static Optional<String> rows(Query.Select select, ExpandedSql sql) {
        int end = select.projections().stream()
                .mapToInt(item -> item.span().end())
                .max()
                .orElse(select.span().end());
        return end < select.span().end()
                ? Optional.of(sql.clause(new Span(end, select.span().end()))).filter(text -> !text.isEmpty())
                : Optional.empty();
    }
}
