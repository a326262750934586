package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.lineage.StoredRow;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds what of a repair need not be computed anew from the model's inputs: partitions that hold the very rows which a
 * rebuild gives, in all but columns whose new values follow from the row itself. Where that is not certain, partitions are
 * deleted and inserted.
 */
final class InPlaceRepair {
    private final Landscape landscape;
    private final SortedMap<Address, LogicChange> changes;
    private final DirtyPropagation propagation;
    private final List<Diagnostic> notices = new ArrayList<>();

    /** @param changes what changed logic means, by model */
    InPlaceRepair(Landscape landscape, SortedMap<Address, LogicChange> changes) {
        this.landscape = landscape;
        this.changes = changes;
        this.propagation = new DirtyPropagation(landscape);
    }

    /**
     * The works, with the part of each that needs no more than an UPDATE.
     *
     * @param steady where rows stay
     */
    SortedMap<Address, Work> of(SortedMap<Address, Work> works, SteadyRows steady) {
        SortedMap<Address, Work> repaired = new TreeMap<>(works);
        changes.forEach((model, change) -> {
            boolean stale = works.get(model) instanceof Work.Rewrite rewrite
                    && rewrite.pieces().isEmpty()
                    && !rewrite.windows().intersection(change.stale()).isEmpty();
            if (stale) {
                repaired.put(model, repaired(works, change, steady));
            }
        });
        return repaired;
    }

    /** For each model that is repaired, whether in place, or why not. */
    List<Diagnostic> notices() {
        return List.copyOf(notices);
    }

    private Work repaired(SortedMap<Address, Work> works, LogicChange change, SteadyRows steady) {
        Address model = change.model();
        Work.Rewrite work = (Work.Rewrite) works.get(model);
        Function<TableName, Optional<StoredRow>> tables = table -> known(table, model, works.keySet());
        ModelFacts facts = landscape.facts(model);
        Optional<String> obstacle = obstacle(change);
        SortedSet<String> changed = changed(change);
        if (obstacle.isEmpty()) {
            SortedSet<String> missing = facts.storedRow().missing(changed, tables);
            obstacle = missing.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.join(", ", missing) + (missing.size() == 1 ? " does" : " do")
                            + " not follow from the unchanged columns of the same row");
        }
        IntervalSet sound = obstacle.isEmpty() ? steady.of(model).intersection(work.windows()) : IntervalSet.none();
        if (obstacle.isEmpty() && sound.isEmpty()) {
            obstacle = Optional.of(
                    change.pending().isPresent()
                            ? "an earlier run marked its stale partitions and recorded the new definition, so which columns"
                                    + " they hold under the old logic is no longer known"
                            : "its stale partitions are open, or are written for another reason too");
        }
        if (obstacle.isPresent()) {
            notices.add(Diagnostic.notice(
                    "SMELT-P044",
                    landscape.model(model).place(),
                    model + " is rewritten, not updated in place: " + obstacle.get() + "."));
            return work;
        }
        IntervalSet rest = change.stale().intersection(work.windows()).minus(sound);
        notices.add(Diagnostic.notice(
                "SMELT-P043",
                landscape.model(model).place(),
                model + " " + StaleMarks.text(sound, landscape.granularity(model)) + " is updated in place: "
                        + String.join(", ", changed) + (changed.size() == 1 ? " follows" : " follow")
                        + " from the row itself."
                        + (rest.isEmpty()
                                ? ""
                                : " " + StaleMarks.text(rest, landscape.granularity(model))
                                        + " is rewritten: it is open, was stale before, or what it reads changes.")));
        return work.with(new Work.InPlace(
                sound, facts.storedRow().expressions(changed, tables).orElseThrow()));
    }

    /**
     * How the columns of a model above follow from each other; its present text must be the one that is deployed. Of one
     * that reads itself, values would be followed without end.
     *
     * @param written the models whose present text is deployed by this plan
     */
    private Optional<StoredRow> known(TableName table, Address reader, Set<Address> written) {
        return landscape.referenced(reader).stream()
                .flatMap(above -> Stream.concat(Stream.of(above), landscape.ancestors(above).stream()))
                .filter(landscape::isModel)
                .filter(above -> landscape.table(above).equals(table))
                .filter(above -> landscape.facts(above).sql().references().stream()
                        .noneMatch(reference -> reference.target().equals(above)))
                .filter(above -> written.contains(above) || LogicChanges.isAsDeployed(landscape, above))
                .findFirst()
                .map(above -> landscape.facts(above).storedRow());
    }

    private Optional<String> obstacle(LogicChange change) {
        Address model = change.model();
        if (change.rows()) {
            return Optional.of("its rows change");
        }
        if (landscape.isSelfReferential(model)) {
            return Optional.of("it reads its own earlier partitions");
        }
        if (change.movesPartitions(landscape.clock(model))) {
            return Optional.of("its partition column changes");
        }
        return propagation
                .keptAsBuilt(model)
                .map(lookup -> "it keeps what " + lookup + " held when it was built (as_built)");
    }

    /** The columns that hold other values than the model says now; added ones hold none yet. */
    private SortedSet<String> changed(LogicChange change) {
        SortedSet<String> changed = new TreeSet<>(change.columns());
        Set<String> recorded = landscape
                .state(change.model())
                .map(state -> state.deployment().definition().columns().keySet())
                .orElse(Set.of());
        Map<String, String> renames = LogicChange.renames(landscape.model(change.model()));
        landscape.facts(change.model()).definition().columns().keySet().stream()
                .filter(column ->
                        !recorded.contains(column) && !recorded.contains(renames.getOrDefault(column, column)))
                .forEach(changed::add);
        return changed;
    }
}
