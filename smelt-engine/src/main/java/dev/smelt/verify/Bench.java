package dev.smelt.verify;

import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.model.TableName;
import dev.smelt.plan.Rehearsal;
import dev.smelt.plan.World;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.warehouse.Scratch;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Builds one model into scratch tables: whole, or by chunks as a run would. */
final class Bench {
    private static final String FULL = "_smelt_full_build";
    private static final String AGAIN = "_smelt_full_again";
    private static final String TRIED = "_smelt_chunks";

    private final Scratch scratch;
    private final World world;
    private final Address model;
    private final Rehearsal rehearsal;

    Bench(Scratch scratch, World world, Address model) {
        this.scratch = scratch;
        this.world = world;
        this.model = model;
        this.rehearsal = rehearsal(TRIED);
    }

    /** The model's statements as this bench runs them. */
    Rehearsal rehearsal() {
        return rehearsal;
    }

    Comparison comparison() {
        return new Comparison(scratch, rehearsal);
    }

    TableName full() {
        return scratch.table(FULL);
    }

    /** Builds the window whole. */
    TableName buildFull(Interval window) {
        return whole(FULL, window);
    }

    /** Builds the window whole once more. */
    TableName buildFullAgain(Interval window) {
        return whole(AGAIN, window);
    }

    /** Builds windows by chunks that read what a run reads. */
    TableName buildChunks(List<Interval> windows) {
        return chunks(TRIED, rehearsal, windows);
    }

    /** Builds windows by chunks that read everything of some references. */
    TableName buildChunks(List<Interval> windows, Predicate<ReferenceRelation> widened) {
        return chunks(TRIED, rehearsal.widened(widened), windows);
    }

    /** Of a model that reads itself, a full rebuild is one partition after the other, each reading all that is there. */
    private TableName whole(String name, Interval window) {
        if (rehearsal.readsItself()) {
            List<Interval> each = rehearsal.cuts(window).get(0).windows();
            return chunks(name, rehearsal(name).widened(relation -> true), each);
        }
        scratch.create(name, rehearsal.whole(window));
        return scratch.table(name);
    }

    private TableName chunks(String name, Rehearsal statements, List<Interval> windows) {
        scratch.create(name, "SELECT * FROM (\n" + statements.typed() + "\n) LIMIT 0");
        if (statements.readsItself()) {
            copyEarlier(name, windows.get(0));
        }
        for (Interval window : windows) {
            scratch.execute(statements.delete(window));
            scratch.execute(statements.insert(window));
        }
        return scratch.table(name);
    }

    /** What a model reads of itself before the first window is taken as it stands in its table. */
    private void copyEarlier(String name, Interval first) {
        TableName table = world.project().table(model).orElseThrow();
        if (world.catalogue().relation(table).isEmpty()) {
            return;
        }
        String columns =
                rehearsal.schema().names().stream().map(Identifier::sql).collect(Collectors.joining(", "));
        scratch.execute("INSERT INTO " + scratch.table(name).sql() + " SELECT " + columns + " FROM " + table.sql()
                + " WHERE " + rehearsal.within(new Interval(Interval.NEGATIVE_INFINITY, first.start())));
    }

    private Rehearsal rehearsal(String name) {
        return new Rehearsal(world, model, scratch.table(name));
    }
}
