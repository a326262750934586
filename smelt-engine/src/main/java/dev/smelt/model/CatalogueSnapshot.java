package dev.smelt.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The tables and views of the warehouse at one moment. */
public record CatalogueSnapshot(SortedMap<TableName, Relation> relations) {
    public static final CatalogueSnapshot EMPTY = new CatalogueSnapshot(new TreeMap<>());

    /**
     * A table or a view.
     *
     * @param schema its columns; those of tables carry the NOT NULL constraints that the engine holds
     * @param constraints those of a table, NOT NULL apart
     * @param statement the statement that made a view; empty for a table
     */
    public record Relation(Schema schema, boolean view, List<Constraint> constraints, Optional<String> statement) {
        public Relation {
            constraints = List.copyOf(constraints);
        }

        /** A relation of which no more than the columns is known. */
        public Relation(Schema schema, boolean view) {
            this(schema, view, List.of(), Optional.empty());
        }
    }

    /**
     * A key or a check. No table of ours is made with one.
     *
     * @param text as the engine writes it: {@code PRIMARY KEY(id)}
     * @param columns that it is about
     */
    public record Constraint(String text, List<String> columns) {
        public Constraint {
            columns = List.copyOf(columns);
        }

        public boolean isPrimaryKey() {
            return text.startsWith("PRIMARY KEY");
        }

        public boolean isAbout(String column) {
            return columns.stream().anyMatch(column::equalsIgnoreCase);
        }
    }

    public CatalogueSnapshot {
        relations = Collections.unmodifiableSortedMap(new TreeMap<>(relations));
    }

    public static CatalogueSnapshot of(Map<TableName, Relation> relations) {
        return new CatalogueSnapshot(new TreeMap<>(relations));
    }

    /** The views whose statements name a table and a column, as far as words tell. */
    public List<TableName> viewsNaming(TableName table, String column) {
        return relations.entrySet().stream()
                .filter(each -> each.getValue()
                        .statement()
                        .filter(statement -> names(statement, table.name()) && names(statement, column))
                        .isPresent())
                .map(Map.Entry::getKey)
                .filter(view -> !view.equals(table))
                .toList();
    }

    private static boolean names(String statement, String word) {
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(word) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(statement)
                .find();
    }

    public Optional<Relation> relation(TableName table) {
        return Optional.ofNullable(relations.get(table));
    }
}
