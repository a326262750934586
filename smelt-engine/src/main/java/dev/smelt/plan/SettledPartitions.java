package dev.smelt.plan;

import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;

/** The partitions of a model's table for which the ledger claims that they are what a full rebuild would give now. */
public final class SettledPartitions {
    private SettledPartitions() {}

    /**
     * The settled partitions in a window: complete, not stale, built under the model's present definition, and read from
     * nothing that is known to have changed since; none where the table's columns are not the model's.
     *
     * @param world one in which somebody looked at what the model's sources hold
     */
    public static IntervalSet of(World world, Address model, Interval window) {
        Landscape landscape = new Landscape(world);
        ModelFacts facts = landscape.facts(model);
        if (facts.difference().state() != SchemaDifference.State.UNCHANGED) {
            return IntervalSet.none();
        }
        String definition = facts.definition().fingerprint();
        IntervalSet claimed = IntervalSet.of(landscape.partitions(model).stream()
                .filter(partition -> partition.complete() && !partition.isStale())
                .filter(partition -> partition.definition().equals(definition))
                .map(PartitionState::range)
                .toList());
        IntervalSet pending = new StaleMarks(landscape)
                .built(new Detection(landscape).landed())
                .getOrDefault(model, IntervalSet.none());
        return claimed.minus(pending).intersection(window);
    }
}
