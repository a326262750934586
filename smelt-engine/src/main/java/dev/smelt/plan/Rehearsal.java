package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.PartitionMap.Reach;
import dev.smelt.time.PartitionMap.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * An incremental model built beside its own table: the very statements with which a run rewrites its partitions, and that
 * of a full rebuild, aimed at another table. What the model reads is read from where it is.
 */
public final class Rehearsal {
    private final World world;
    private final Address model;
    private final TableName table;
    private final Landscape landscape;

    /**
     * @param model an incremental model whose windows are derived
     * @param table what stands in for its table
     */
    public Rehearsal(World world, Address model, TableName table) {
        this(world, model, table, UnaryOperator.identity());
    }

    private Rehearsal(World world, Address model, TableName table, UnaryOperator<ReferenceRelation> reads) {
        this.world = world;
        this.model = model;
        this.table = table;
        this.landscape = new Landscape(retargeted(world, model, table, reads));
    }

    /** A window cut into chunks of so many partitions. */
    public record Cut(long granules, List<Interval> windows) {
        public Cut {
            windows = List.copyOf(windows);
        }
    }

    /** The same where some references read all partitions; of the model itself, all that are earlier. */
    public Rehearsal widened(Predicate<ReferenceRelation> which) {
        return new Rehearsal(world, model, table, relation -> which.test(relation) ? widened(relation) : relation);
    }

    public Granularity granularity() {
        return landscape.granularity(model);
    }

    public Schema schema() {
        return landscape.facts(model).schema();
    }

    /** What is known of each reference, in the order of the text. */
    public List<ReferenceRelation> relations() {
        return landscape.relations(model).orElseThrow();
    }

    public boolean readsItself() {
        return landscape.isSelfReferential(model);
    }

    /** A window as the user writes it, in whole partitions: nothing is written, so that more does no harm. */
    public Interval window(String start, String end) {
        return granularity().outward(Alignment.window(start, end, granularity(), model.toString()));
    }

    /** The part of a window that the model may build: from its declared start on. */
    public Interval fromStart(Interval window) {
        return landscape.fromStart(model, window);
    }

    /** The window cut in every way that makes a difference: by partition, as a run would, not at all. */
    public List<Cut> cuts(Interval window) {
        IntervalSet windows = IntervalSet.of(window);
        long derived = Chunking.granules(landscape, model, windows, Optional.empty());
        List<Long> sizes = landscape.isOrdered(model)
                ? List.of(derived)
                : List.of(1L, derived, Math.max(1, granularity().count(window)));
        List<Cut> cuts = new ArrayList<>();
        for (long size : sizes) {
            List<Interval> chunks = Chunking.chunks(windows, granularity(), size);
            if (cuts.stream().noneMatch(cut -> cut.windows().equals(chunks))) {
                cuts.add(new Cut(size, chunks));
            }
        }
        return List.copyOf(cuts);
    }

    /** A query for the model's columns, each of its type. */
    public String typed() {
        return TypedSelect.beforeItself(landscape.facts(model));
    }

    /** The rows of a window as a full rebuild makes them. */
    public String whole(Interval window) {
        return TypedSelect.within(landscape.facts(model), within(window));
    }

    /** The DELETE of one chunk. */
    public String delete(Interval window) {
        return new ChunkStatements(landscape, model).delete(window);
    }

    /** The INSERT of one chunk. */
    public String insert(Interval window) {
        return new ChunkStatements(landscape, model).insert(window);
    }

    /**
     * The queries that test what the windows take as true about clocks: on the rows that chunks of the window read, and on
     * those that belong there by their time, where no chunk looks.
     */
    public List<Step.Check> checks(Interval window) {
        return new ChunkChecks(landscape, model, new ChunkStatements(landscape, model)).near(window);
    }

    /** A condition on the model's columns that holds for the rows of a window that has two ends. */
    public String within(Interval window) {
        return partition().within(window).orElseThrow();
    }

    /** The start of a row's partition, as SQL. */
    public String granuleSql() {
        return partition().floorSql();
    }

    private ClockColumn partition() {
        return ClockColumn.partition(landscape, model);
    }

    private static ReferenceRelation widened(ReferenceRelation relation) {
        return relation.read()
                .map(read -> relation.reading(new PartitionMap(
                        relation.self()
                                ? read.reaches().stream()
                                        .map(reach -> new Reach(Side.unbounded(), reach.upper()))
                                        .toList()
                                : List.of(Reach.ALL),
                        read.output(),
                        read.outputStep(),
                        read.input())))
                .orElse(relation);
    }

    private static World retargeted(
            World world, Address model, TableName table, UnaryOperator<ReferenceRelation> reads) {
        ModelFacts facts = world.facts().get(model);
        SortedMap<Address, ModelFacts> changed = new TreeMap<>(world.facts());
        changed.put(
                model,
                new ModelFacts(
                        facts.model().at(table),
                        readingItselfIn(table, model, facts.sql()),
                        facts.schema(),
                        facts.derivation().map(derivation -> reading(derivation, reads)),
                        facts.definition(),
                        facts.lineage(),
                        facts.written(),
                        facts.difference()));
        return new World(
                world.project().with(facts.model().at(table)),
                world.graph(),
                changed,
                world.catalogue(),
                world.ledger(),
                world.granules(),
                world.prints(),
                world.asOf());
    }

    private static ExpandedSql readingItselfIn(TableName table, Address model, ExpandedSql sql) {
        return new ExpandedSql(
                sql.text(),
                sql.segments(),
                sql.references().stream()
                        .map(each -> each.target().equals(model)
                                ? new Reference(each.index(), each.target(), table, each.span(), each.neededAlias())
                                : each)
                        .toList());
    }

    private static Derivation reading(Derivation derivation, UnaryOperator<ReferenceRelation> reads) {
        return new Derivation(
                derivation.relations().stream().map(reads).toList(),
                derivation.assumptions(),
                derivation.residue(),
                derivation.refusals(),
                derivation.warnings(),
                derivation.ordered(),
                derivation.partitionNullable());
    }
}
