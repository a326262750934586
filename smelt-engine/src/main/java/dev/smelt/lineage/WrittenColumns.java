package dev.smelt.lineage;

import dev.smelt.diagnostics.Place;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.model.Schema;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the columns of a query are written: in the select list, or in that of each arm of a set operation. A column that a
 * star stands for is written as that star.
 *
 * @param texts what is written
 * @param places where, by column name in lower case, for each arm in their order
 */
public record WrittenColumns(DefinitionTexts texts, SortedMap<String, List<Place>> places) {
    public static final WrittenColumns NONE = new WrittenColumns(DefinitionTexts.NONE, new TreeMap<>());

    public WrittenColumns {
        SortedMap<String, List<Place>> copy = new TreeMap<>();
        places.forEach((column, each) -> copy.put(column, List.copyOf(each)));
        places = Collections.unmodifiableSortedMap(copy);
    }

    /** @param schema the query's columns as the engine names them */
    public static WrittenColumns of(Query query, ExpandedSql sql, Schema schema) {
        List<WrittenArm> arms = new ArrayList<>();
        if (!collect(query, "", sql, schema, arms)) {
            return NONE;
        }
        SortedMap<String, String> texts = new TreeMap<>();
        SortedMap<String, List<Place>> places = new TreeMap<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            int column = i;
            List<WrittenArm.Item> items =
                    arms.stream().flatMap(arm -> arm.item(column).stream()).toList();
            if (items.size() == arms.size()) {
                String name = Names.fold(schema.columns().get(i).name());
                texts.put(
                        name,
                        DefinitionTexts.ofArms(
                                items.stream().map(WrittenArm.Item::text).toList()));
                places.put(name, items.stream().map(WrittenArm.Item::place).toList());
            }
        }
        return new WrittenColumns(new DefinitionTexts(rows(arms), texts), places);
    }

    /** False where an arm has no select list, such as VALUES. */
    private static boolean collect(
            Query query, String operator, ExpandedSql sql, Schema schema, List<WrittenArm> arms) {
        if (query instanceof Query.With with) {
            return collect(with.body(), operator, sql, schema, arms);
        }
        if (query instanceof Query.Select select) {
            arms.add(WrittenArm.of(select, operator, sql, schema));
            return true;
        }
        if (!(query instanceof Query.SetOperation operation) || operation.byName()) {
            return false;
        }
        String joined = operation.operator() + (operation.all() ? " ALL " : " ");
        return collect(operation.left(), operator, sql, schema, arms)
                && collect(operation.right(), joined, sql, schema, arms);
    }

    private static Optional<String> rows(List<WrittenArm> arms) {
        String rows = DefinitionTexts.ofArms(arms.stream().map(WrittenArm::rows).toList());
        return Optional.of(rows).filter(text -> !text.isBlank());
    }
}
