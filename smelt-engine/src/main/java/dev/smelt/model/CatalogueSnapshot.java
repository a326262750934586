package dev.smelt.model;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tables and views of the warehouse at one moment. */
public record CatalogueSnapshot(SortedMap<TableName, Relation> relations) {
    public static final CatalogueSnapshot EMPTY = new CatalogueSnapshot(new TreeMap<>());

    /** A table or a view; columns of tables carry the NOT NULL constraints that the engine holds. */
    public record Relation(Schema schema, boolean view) {}

    public CatalogueSnapshot {
        relations = Collections.unmodifiableSortedMap(new TreeMap<>(relations));
    }

    public static CatalogueSnapshot of(Map<TableName, Relation> relations) {
        return new CatalogueSnapshot(new TreeMap<>(relations));
    }

    public Optional<Relation> relation(TableName table) {
        return Optional.ofNullable(relations.get(table));
    }
}
