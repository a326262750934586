package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Identifier;
import dev.smelt.model.Model;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statements that rewrite one window of one incremental model, and what they read. */
final class ChunkStatements {
    private final Landscape landscape;
    private final ModelFacts facts;
    private final ClockColumn partition;
    private final List<ReferenceRelation> relations;

    ChunkStatements(Landscape landscape, Address model) {
        this.landscape = landscape;
        this.facts = landscape.facts(model);
        this.partition = ClockColumn.partition(landscape, model);
        this.relations = landscape.relations(model).orElseThrow();
    }

    String delete(Interval window) {
        return "DELETE FROM " + model().table().sql() + " WHERE "
                + partition.within(window).orElseThrow();
    }

    String insert(Interval window) {
        return insertInto(model().table().sql(), window);
    }

    /** The same into another table that has the model's columns. */
    String insertInto(String table, Interval window) {
        String body = "(\n" + spliced(window) + "\n\n) AS _smelt_output_clamp WHERE "
                + partition.within(window).orElseThrow();
        if (sameOrder()) {
            return "INSERT INTO " + table + " SELECT * FROM " + body;
        }
        String columns = facts.schema().names().stream().map(Identifier::sql).collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + body;
    }

    /**
     * The statement that gives columns of a window's rows other values.
     *
     * @param values by column, SQL over the columns of the row as it is
     */
    String update(Interval window, Map<String, String> values) {
        String set = facts.schema().columns().stream()
                .filter(column -> values.containsKey(column.name().toLowerCase(Locale.ROOT)))
                .map(column -> Identifier.sql(column.name()) + " = "
                        + values.get(column.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
        return "UPDATE " + model().table().sql() + " SET " + set + " WHERE "
                + partition.within(window).orElseThrow();
    }

    /** What the window reads of each reference, in the order of the text; a lookup is read whole. */
    List<Step.Read> reads(Interval window) {
        return relations.stream()
                .map(relation -> {
                    Reference reference = relation.reference();
                    Granularity granularity = landscape.granularity(reference.target());
                    return new Step.Read(reference.target(), reference.table(), read(relation, window), granularity);
                })
                .toList();
    }

    /** The condition for what a reference is read for a window; empty where it is read whole. */
    Optional<String> condition(ReferenceRelation relation, Interval window) {
        if (relation.isLookup()) {
            return Optional.empty();
        }
        return ClockColumn.partition(landscape, relation.reference().target()).within(read(relation, window));
    }

    private static Interval read(ReferenceRelation relation, Interval window) {
        return relation.read().map(map -> map.image(window)).orElse(Interval.ALL);
    }

    private String spliced(Interval window) {
        return reading(relation -> condition(relation, window));
    }

    /** The model's text, each reference reading only the rows that a condition admits; all rows where there is none. */
    String reading(Function<ReferenceRelation, Optional<String>> conditions) {
        Map<Integer, ReferenceRelation> byIndex = new HashMap<>();
        relations.forEach(relation -> byIndex.put(relation.reference().index(), relation));
        return facts.sql()
                .spliced(reference -> Optional.ofNullable(byIndex.get(reference.index()))
                        .flatMap(conditions)
                        .map(condition -> "(SELECT * FROM " + reference.table().sql() + " WHERE " + condition + ")"));
    }

    /** Whether a positional insert reaches the right columns once pending migrations are applied. */
    private boolean sameOrder() {
        Optional<Relation> stored = landscape.world().catalogue().relation(model().table());
        if (stored.isEmpty()) {
            return true;
        }
        List<String> wanted = facts.schema().names();
        List<String> there = new ArrayList<>(stored.get().schema().names());
        // an ALTER adds its column at the end
        wanted.stream()
                .filter(name -> there.stream().noneMatch(name::equalsIgnoreCase))
                .toList()
                .forEach(there::add);
        if (there.size() != wanted.size()) {
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.get(i).equalsIgnoreCase(there.get(i))) {
                return false;
            }
        }
        return true;
    }

    private Model model() {
        return facts.model();
    }
}
