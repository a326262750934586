package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.EngineTree;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The tables and columns that a reading found, to be held against those that the engine finds. */
final class Names {
    private final SortedSet<String> tables = new TreeSet<>();
    private final SortedSet<String> columns = new TreeSet<>();

    /** The tables and columns named anywhere in the engine's tree; empty where the text is not such a tree. */
    static Optional<Names> inTree(String tree) {
        return EngineTree.parse(tree).map(root -> {
            Names names = new Names();
            root.visit(names::add);
            return names;
        });
    }

    private void add(EngineNode node) {
        if (node.type().equals("COLUMN_REF")) {
            column(node.texts("column_names"));
        } else if (node.type().equals("BASE_TABLE")) {
            table(Stream.of("catalog_name", "schema_name", "table_name")
                    .map(node::text)
                    .filter(part -> !part.isEmpty())
                    .toList());
        }
    }

    void table(List<String> parts) {
        tables.add(key(parts));
    }

    void column(List<String> parts) {
        columns.add(key(parts));
    }

    /** The first name that only one of the two has. */
    Optional<String> difference(Names other) {
        return difference(tables, other.tables)
                .map(table -> "the table '" + table + "'")
                .or(() -> difference(columns, other.columns).map(column -> "the column '" + column + "'"));
    }

    private static Optional<String> difference(Collection<String> left, Collection<String> right) {
        return left.stream()
                .filter(name -> !right.contains(name))
                .findFirst()
                .or(() -> right.stream().filter(name -> !left.contains(name)).findFirst());
    }

    private static String key(List<String> parts) {
        return String.join(".", parts).toLowerCase(Locale.ROOT);
    }
}
