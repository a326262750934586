package dev.smelt;

import dev.smelt.diagnostics.Place;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.model.Address;
import dev.smelt.plan.LogicChange;
import dev.smelt.plan.LogicChanges;
import dev.smelt.plan.ModelFacts;
import dev.smelt.plan.World;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Adds to the differences of shape what changed in the logic of models, and what history that makes stale. */
final class LogicDiff {
    private static final String CURE = "Repair it by: mvn smelt:run -Dsmelt.onLogicChange=backbuild";

    private final World world;
    private final SortedMap<Address, LogicChange> changes;

    LogicDiff(World world) {
        this.world = world;
        this.changes = LogicChanges.of(world);
    }

    List<SchemaDifference> added(List<SchemaDifference> differences) {
        return differences.stream().map(this::added).toList();
    }

    private SchemaDifference added(SchemaDifference difference) {
        LogicChange change = changes.get(difference.model());
        boolean compared = difference.state() == State.CHANGED || difference.state() == State.UNCHANGED;
        if (change == null || !compared) {
            return difference;
        }
        List<SchemaChange> all = new ArrayList<>(difference.changes());
        boolean rebuilt = difference.outcome() == Outcome.REBUILD;
        headlines(change, world.facts().get(difference.model()))
                .forEach(headline -> all.add(change(change, headline, rebuilt)));
        State state = all.isEmpty() ? difference.state() : State.CHANGED;
        return new SchemaDifference(difference.model(), difference.table(), state, all);
    }

    /** @param rebuilt whether another change of the model already leads to a full rebuild */
    private SchemaChange change(LogicChange change, String headline, boolean rebuilt) {
        if (isView(change)) {
            return new SchemaChange(
                    "LOGIC " + headline, Outcome.LOGIC, "The next run replaces the view", List.of(), "");
        }
        String stale = "; stale: " + text(change.model(), change.stale());
        return !rebuilt && world.facts().get(change.model()).model().isIncremental()
                ? new SchemaChange(
                        "LOGIC " + headline + stale,
                        Outcome.LOGIC,
                        "History keeps what the old logic gave until it is built again",
                        List.of(),
                        CURE)
                : new SchemaChange(
                        "LOGIC " + headline + stale, Outcome.LOGIC, "The next run rebuilds the table", List.of(), "");
    }

    private List<String> headlines(LogicChange change, ModelFacts facts) {
        List<String> headlines = new ArrayList<>();
        DefinitionTexts now = facts.definition().texts();
        DefinitionTexts before = world.ledger()
                .model(change.model())
                .map(state -> state.deployment().definition().texts())
                .orElse(DefinitionTexts.NONE);
        for (String column : change.own().columns()) {
            List<Place> places = facts.written().places().getOrDefault(column, List.of());
            ChangedText.between(before.column(column), now.column(column))
                    .forEach(each -> headlines.add(column + ": " + each.text() + line(places, each)));
        }
        if (change.own().rowSet()) {
            ChangedText.between(before.rows(), now.rows()).forEach(each -> headlines.add("rows: " + each.text()));
        }
        if (isView(change)) {
            return headlines;
        }
        change.inherited().forEach((column, origins) -> {
            if (!change.own().columns().contains(column)) {
                headlines.add(column + ": inherits " + String.join(", ", origins));
            }
        });
        if (!change.inheritedRows().isEmpty() && !change.own().rowSet()) {
            headlines.add("rows: inherits " + String.join(", ", change.inheritedRows()));
        }
        if (headlines.isEmpty()) {
            change.pending().ifPresent(headlines::add);
        }
        return headlines;
    }

    /** A view holds no history: what it inherits is right at once. */
    private boolean isView(LogicChange change) {
        return !world.facts().get(change.model()).model().isTable();
    }

    private static String line(List<Place> places, ChangedText change) {
        return change.arm() < places.size()
                ? " (line " + places.get(change.arm()).line() + ")"
                : "";
    }

    private String text(Address model, IntervalSet windows) {
        Granularity granularity = world.facts()
                .get(model)
                .model()
                .timeseries()
                .map(clock -> clock.granularity())
                .orElse(Granularity.DAY);
        return windows.intervals().stream()
                .map(window -> window.equals(Interval.ALL) ? "(whole)" : granularity.format(window))
                .collect(Collectors.joining(", "));
    }
}
