package dev.smelt.relation;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Column;
import dev.smelt.model.SafetyOverride;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.ChainReach.Anchor;
import dev.smelt.relation.Environment.Output;
import dev.smelt.relation.QueryReader.Rows;
import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.PartitionMap.Reach;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Derives, from a clocked model's SQL, what each of its references means for each of its partitions. One mechanism: the SQL
 * is read into blocks and constraints, constraints are closed transitively from the partition value P to the clock of each
 * reference, for the row itself (attribution) and for the rows that its windows look at (context). What cannot be bounded is
 * refused; nothing is ever taken for "no window".
 */
public final class TimeRelations {
    private final DerivationInput input;
    private final Reading reading;
    private final Timeseries timeseries;

    private TimeRelations(DerivationInput input) {
        this.input = input;
        this.reading = new Reading(input);
        this.timeseries = input.model().timeseries().orElseThrow();
    }

    /** Never throws for what the SQL says: what cannot be derived is a refusal in the result. */
    public static Derivation derive(DerivationInput input) {
        return new TimeRelations(input).derive();
    }

    private Derivation derive() {
        Rows rows = new QueryReader(reading).read(input.query(), Optional.empty());
        Optional<Column> column = input.output().column(timeseries.partitionColumn());
        Optional<Output> output = rows.columns().stream()
                .filter(each -> each.name().equalsIgnoreCase(timeseries.partitionColumn()))
                .findFirst();
        if (column.isEmpty() || output.isEmpty()) {
            // what is refused by name already may be why its columns are not known
            if (column.isEmpty() || reading.refusals().isEmpty()) {
                refuse(
                        "SMELT-W002",
                        "The partition column " + timeseries.partitionColumn() + " is not among the columns of "
                                + input.model().address() + ".",
                        "Select it, or name another column in timeseries.partition_column.");
            }
            return result(List.of(), List.of(), false);
        }
        ValueKind kind = ValueKind.of(column.get().type());
        ZonedClocks zoned = new ZonedClocks(reading);
        if (kind == ValueKind.INSTANT && zoned.refusal(timeseries).isPresent()) {
            refuse("SMELT-W011", zoned.refusal(timeseries).get(), ZonedClocks.CURE);
            return result(List.of(), List.of(), false);
        }
        if (timeseries.granularity().isTime()
                ? kind != ValueKind.DATE && kind != ValueKind.TIMESTAMP && kind != ValueKind.INSTANT
                : kind != ValueKind.INTEGER) {
            refuse(
                    "SMELT-W003",
                    "The partition column " + timeseries.partitionColumn() + " of "
                            + input.model().address()
                            + " has the type " + column.get().type() + ", which has no partitions of a "
                            + timeseries.granularity() + ".",
                    timeseries.granularity().isTime()
                            ? "Cast it to DATE or TIMESTAMP."
                            : "Cast it to BIGINT, or declare a granularity.");
            return result(List.of(), List.of(), false);
        }
        List<Anchor> anchors = anchors(output.get().value()).stream()
                .map(term -> anchor(rows.block(), term, kind))
                .toList();
        Optional<Anchor> whole = output.get().value() instanceof Value.Choice choice
                ? Optional.of(anchor(rows.block(), choice.self(), kind))
                : Optional.empty();
        return relate(rows.block(), whole, anchors, output.get().value());
    }

    /** Partitions of instants are those of their local time. */
    private Anchor anchor(Block rows, Value.Term term, ValueKind kind) {
        LocalTime localTime = reading.localTime();
        Value.Term partition = kind == ValueKind.INSTANT ? localTime.local(term.as(kind)) : term;
        return new Anchor(rows, partition, timeseries.granularity(), kind.step(), localTime);
    }

    /** A choice that conditions speak of as one value is bounded as one; else the hull over its options counts. */
    private static List<Anchor> anchorsFor(Block leaf, Optional<Anchor> whole, List<Anchor> options) {
        return whole.filter(anchor ->
                        ChainReach.of(anchor, leaf, WindowChain.NONE, false).isBounded())
                .map(List::of)
                .orElse(options);
    }

    /** One per value that P can be: a COALESCE has several, and what counts is the hull over them. */
    private List<Value.Term> anchors(Value partition) {
        if (partition instanceof Value.Choice choice) {
            return choice.options().stream()
                    .flatMap(option -> anchors(option).stream())
                    .toList();
        }
        if (partition instanceof Value.Term term) {
            return List.of(term);
        }
        refuse(
                "SMELT-W004",
                "The partition column " + timeseries.partitionColumn() + " of "
                        + input.model().address()
                        + " is a constant, so no input partition belongs to an output partition.",
                "Project it from a clocked input, or make the model 'refresh: full'.");
        return List.of();
    }

    private Derivation relate(Block root, Optional<Anchor> whole, List<Anchor> anchors, Value partition) {
        Map<Integer, List<LeafRelation>> byReference = new LinkedHashMap<>();
        for (Block leaf : root.leaves()) {
            if (leaf.instance().orElseThrow().clock().isPresent()) {
                int index = leaf.instance().orElseThrow().reference().index();
                for (Anchor anchor : anchorsFor(leaf, whole, anchors)) {
                    byReference
                            .computeIfAbsent(index, each -> new ArrayList<>())
                            .add(LeafRelation.of(reading, anchor, leaf));
                }
            }
        }
        refuseLookingAtLookups(root, anchors);
        Set<Integer> drivers = drivers(partition, byReference);
        List<ReferenceRelation> relations = new ArrayList<>();
        for (Reference reference : input.sql().references()) {
            relations.add(relation(
                    reference,
                    name(root, reference),
                    byReference.getOrDefault(reference.index(), List.of()),
                    drivers,
                    anchors));
        }
        relations.forEach(this::checkSelfReference);
        List<LeafRelation> all =
                byReference.values().stream().flatMap(List::stream).toList();
        boolean tiedAsOne =
                whole.isPresent() && !mayBeNull(root, whole.get().partition().variable(), drivers);
        boolean nullable =
                !tiedAsOne && partition.variables().stream().anyMatch(variable -> mayBeNull(root, variable, drivers));
        return result(relations, all, nullable);
    }

    /** A window over rows of lookups only, or over no rows of a clocked reference, is bounded by nothing we follow. */
    private void refuseLookingAtLookups(Block root, List<Anchor> anchors) {
        boolean anyClock = root.leaves().stream()
                .anyMatch(leaf -> leaf.instance().orElseThrow().clock().isPresent());
        if (!anyClock && !anchors.isEmpty() && reading.refusals().isEmpty()) {
            refuse(
                    "SMELT-W008",
                    input.model().address() + " reads nothing that has a clock, so its partitions come from nowhere.",
                    "Declare 'timeseries' for the source or model that drives it, or make the model 'refresh: full'.");
        }
    }

    private static String name(Block root, Reference reference) {
        return root.leaves().stream()
                .map(leaf -> leaf.instance().orElseThrow())
                .filter(instance -> instance.reference().index() == reference.index())
                .map(Block.Instance::name)
                .findFirst()
                .orElse(reference.table().name());
    }

    private ReferenceRelation relation(
            Reference reference, String name, List<LeafRelation> leaves, Set<Integer> drivers, List<Anchor> anchors) {
        InputRelation named = input.inputs().apply(reference);
        boolean self = reference.target().equals(input.model().address());
        if (leaves.isEmpty()) {
            return new ReferenceRelation(
                    reference, name, Optional.empty(), Optional.empty(), Optional.empty(), false, self, List.of());
        }
        Granularity granularity = named.clock().orElseThrow().granularity();
        long step = anchors.get(0).outputStep();
        List<Reach> attribution = leaves.stream()
                .flatMap(leaf -> leaf.attribution().stream())
                .distinct()
                .toList();
        List<Reach> read =
                leaves.stream().flatMap(leaf -> leaf.read().stream()).distinct().toList();
        return new ReferenceRelation(
                reference,
                name,
                named.clock(),
                Optional.of(new PartitionMap(attribution, timeseries.granularity(), step, granularity)),
                Optional.of(new PartitionMap(read, timeseries.granularity(), step, granularity)),
                drivers.contains(reference.index()) && !self,
                self,
                leaves.stream()
                        .flatMap(leaf -> leaf.evidence().stream())
                        .distinct()
                        .toList(),
                leaves.stream()
                        .flatMap(leaf -> leaf.reliances().stream())
                        .distinct()
                        .toList(),
                leaves.stream().map(LeafRelation::ties).distinct().toList());
    }

    /**
     * The not-null-supplying references that P is projected from; where there is none, all not-null-supplying clocked ones,
     * and where there is none of these either, all clocked ones: wider is safe.
     */
    private Set<Integer> drivers(Value partition, Map<Integer, List<LeafRelation>> byReference) {
        Set<Integer> support =
                partition.support().stream().map(Reference::index).collect(Collectors.toSet());
        Set<Integer> there = byReference.entrySet().stream()
                .filter(entry -> entry.getValue().stream().allMatch(LeafRelation::isAlwaysThere))
                .filter(entry -> !isSelf(entry.getValue().get(0)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<Integer> projected = new LinkedHashSet<>(there);
        projected.retainAll(support);
        return !projected.isEmpty() ? projected : there.isEmpty() ? byReference.keySet() : there;
    }

    private boolean isSelf(LeafRelation leaf) {
        return leaf.instance().reference().target().equals(input.model().address());
    }

    private void checkSelfReference(ReferenceRelation relation) {
        if (!relation.self() || relation.read().isEmpty()) {
            return;
        }
        PartitionMap read = relation.read().get();
        boolean backward = read.boundedAbove()
                && SampleGranules.of(timeseries.granularity()).stream()
                        .allMatch(granule -> read.image(granule).end() <= granule.start());
        if (!backward) {
            reading.refuse(Diagnostic.error(
                    "SMELT-W009",
                    input.sql().place(relation.reference().span()),
                    input.model().address()
                            + " reads itself, but not provably only partitions before the one it builds.",
                    "Bound the reference to earlier partitions, such as '" + timeseries.partitionColumn() + " = <its "
                            + timeseries.partitionColumn() + "> - INTERVAL '1 day''."));
        }
    }

    /**
     * P is not NULL where some condition that holds for every row speaks of it, or where it comes straight from the driver's
     * own partition column, whose NULL rows are not read.
     */
    private boolean mayBeNull(Block root, Variable variable, Set<Integer> drivers) {
        boolean tied = UsableConstraints.between(root, variable.home(), List.of()).stream()
                .filter(constraint -> constraint.assumption().isEmpty())
                .anyMatch(constraint -> constraint.target() == variable || constraint.source() == variable);
        boolean clock = variable.home()
                .instance()
                .filter(instance -> drivers.contains(instance.reference().index()))
                .flatMap(Block.Instance::clock)
                .filter(each -> each == variable)
                .isPresent();
        return !tied && !clock;
    }

    private Derivation result(List<ReferenceRelation> relations, List<LeafRelation> leaves, boolean partitionNullable) {
        Set<ClockAssumption> assumptions = new LinkedHashSet<>();
        leaves.forEach(leaf -> assumptions.addAll(leaf.assumptions()));
        boolean ordered = relations.stream().anyMatch(ReferenceRelation::self)
                || leaves.stream().anyMatch(LeafRelation::openBehind);
        return new Derivation(
                relations,
                List.copyOf(assumptions),
                reading.residue(),
                reading.refusals().stream()
                        .sorted(Comparator.comparing(each -> each.place().orElseThrow()))
                        .toList(),
                notices(leaves),
                ordered,
                partitionNullable);
    }

    private List<Diagnostic> notices(List<LeafRelation> leaves) {
        Stream<Diagnostic> unending = input.model().isIncremental()
                ? leaves.stream().flatMap(leaf -> leaf.unending().stream())
                : Stream.empty();
        return Stream.concat(signatures(leaves).stream(), unending).distinct().toList();
    }

    /** One notice per override in force, saying what it asserts. */
    private List<Diagnostic> signatures(List<LeafRelation> leaves) {
        List<Diagnostic> notices = new ArrayList<>();
        Set<WindowUse> signed = leaves.stream()
                .flatMap(leaf -> leaf.signed().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (WindowUse window : signed) {
            SafetyOverride override = window.override();
            if (input.model().overrides().contains(override)) {
                notices.add(Diagnostic.notice(
                        "SMELT-K010",
                        input.sql().place(window.span()),
                        input.model().address() + ": " + override.key() + " asserts that every row of a partition of "
                                + window.what() + " which decides an output row lies in what is read for its "
                                + timeseries.partitionColumn() + "."));
            }
        }
        return notices;
    }

    private void refuse(String code, String message, String cure) {
        reading.refuse(Diagnostic.error(code, input.model().place(), message, cure));
    }
}
