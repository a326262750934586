package dev.smelt.relation;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Identifier;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.Block.Instance;
import dev.smelt.relation.Block.Presence;
import dev.smelt.relation.ChainReach.Anchor;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a model must not be built incrementally, and what would change that. */
final class Refusals {
    private Refusals() {}

    static Diagnostic unbounded(Reading reading, Anchor anchor, Block leaf, ChainReach found) {
        Instance instance = leaf.instance().orElseThrow();
        Timeseries clock = instance.input().clock().orElseThrow();
        String partition = partitionColumn(reading);
        String side = found.lower().isPresent()
                ? "no upper bound"
                : found.upper().isPresent() ? "no lower bound" : "no bound";
        if (found.lower().isEmpty() && found.upper().isEmpty() && liesInArmOfOneValue(leaf, anchor)) {
            return Diagnostic.error(
                    "SMELT-W001",
                    reading.input().sql().place(instance.reference().span()),
                    reading.input().model().address() + " reads "
                            + instance.reference().target() + " in an arm of a set operation whose " + partition
                            + " does not come from the clock of what it reads, as a constant does not: any of its rows"
                            + " may belong to any partition of " + partition + ".",
                    "Select " + partition + " from " + Identifier.sql(instance.name()) + "."
                            + Identifier.sql(clock.partitionColumn())
                            + " in this arm, too, or make the model 'refresh: full'.");
        }
        return Diagnostic.error(
                "SMELT-W001",
                reading.input().sql().place(instance.reference().span()),
                reading.input().model().address() + " reads "
                        + instance.reference().target() + ", but " + side + " on its "
                        + clock.partitionColumn() + " follows from the SQL for one partition of " + partition
                        + ", so what to read cannot be derived.",
                cure(anchor, leaf, partition) + ", or make the model 'refresh: full'.");
    }

    private static String cure(Anchor anchor, Block leaf, String partition) {
        if (isUntied(anchor)) {
            return "Select " + partition
                    + " from a column of the rows and group by it: from a value that is computed of"
                    + " several rows, or in a way that smelt cannot read, no times follow";
        }
        Instance instance = leaf.instance().orElseThrow();
        Variable driving = anchor.partition().variable();
        String tie = " a condition below any aggregate that ties the two, such as '"
                + example(instance, anchor, partition) + "' in WHERE or in the join's ON";
        return driving.home() == leaf
                ? "Declare 'event_time_column: " + driving.name() + "' beside the partition column of "
                        + instance.reference().target() + " if it always lies in the row's own partition, add" + tie
                : "Add" + tie;
    }

    /** Whether the partition column is a value about whose rows' times nothing is said anywhere. */
    private static boolean isUntied(Anchor anchor) {
        Variable partition = anchor.partition().variable();
        return partition.home().instance().isEmpty()
                && anchor.root().all().stream()
                        .flatMap(block -> Stream.concat(block.constraints().stream(), block.on().stream()))
                        .noneMatch(tie -> tie.target() == partition || tie.source() == partition);
    }

    /** The condition in the query's own names; columns of one name are told apart by what they belong to. */
    private static String example(Instance input, Anchor anchor, String partition) {
        String clock = input.input().clock().orElseThrow().partitionColumn();
        Variable driving = anchor.partition().variable();
        Optional<Instance> driver = driving.home().instance();
        String decides = driver.isPresent() ? driving.name() : partition;
        if (!decides.equalsIgnoreCase(clock)) {
            return between(Identifier.sql(clock), Identifier.sql(decides));
        }
        String other = driver.map(Instance::name)
                .filter(name -> !name.equalsIgnoreCase(input.name()))
                .map(Identifier::sql)
                .orElse("<driver>");
        return between(
                Identifier.sql(input.name()) + "." + Identifier.sql(clock), other + "." + Identifier.sql(decides));
    }

    private static String between(String input, String output) {
        return input + " BETWEEN " + output + " - INTERVAL '1 day' AND " + output + " + INTERVAL '1 day'";
    }

    /** Whether the rows come through an arm that ties P to nothing. */
    private static boolean liesInArmOfOneValue(Block leaf, Anchor anchor) {
        Variable partition = anchor.partition().variable();
        return leaf.pathFrom(anchor.root()).stream()
                .filter(block -> block.presence() == Presence.ARM)
                .anyMatch(arm ->
                        arm.on().stream().noneMatch(tie -> tie.target() == partition || tie.source() == partition));
    }

    static Diagnostic window(Reading reading, Anchor anchor, Instance instance, WindowUse window) {
        String partition = partitionColumn(reading);
        String clock = instance.input().clock().orElseThrow().partitionColumn();
        String columns = "neither the partition column " + partition + " nor the clock " + clock + " of "
                + instance.reference().target();
        String keys = window.keyText().isEmpty()
                ? "no partition keys, so " + columns + " is among them"
                : "partition keys (" + window.keyText() + "), which hold " + columns;
        String reason = window.unframed().isEmpty() ? "its frame has no tie to " + clock : window.unframed();
        return Diagnostic.error(
                window.override() == dev.smelt.model.SafetyOverride.ALLOW_WINDOW_FUNCTIONS
                        ? "SMELT-K001"
                        : "SMELT-K002",
                reading.input().sql().place(window.span()),
                reading.input().model().address() + ": " + window.what() + " has " + keys
                        + ". Built partition by partition it could see other rows than a full rebuild: " + reason + ".",
                cure(window, partition));
    }

    /** Not refused, since it is right; but who wrote it may not know what it costs. */
    static Diagnostic unending(Reading reading, Instance instance, WindowUse window, ChainReach found) {
        boolean behind = found.lower().isEmpty();
        String partition = partitionColumn(reading);
        return Diagnostic.notice(
                "SMELT-K012",
                reading.input().sql().place(window.span()),
                reading.input().model().address() + ": " + window.what() + " looks at all rows "
                        + (behind ? "before" : "after") + " its own, so that each partition of " + partition
                        + " is computed from all of " + instance.reference().target() + (behind ? " up to" : " from")
                        + " it, and what lands there late makes every "
                        + (behind ? "later" : "earlier") + " partition stale. Where some days of it are enough, say so"
                        + " with a frame such as 'RANGE BETWEEN "
                        + (behind
                                ? "INTERVAL '30 days' PRECEDING AND CURRENT ROW"
                                : "CURRENT ROW AND INTERVAL '30 days' FOLLOWING")
                        + "'.");
    }

    private static String cure(WindowUse window, String partition) {
        String signing =
                "Or, if you know that all rows that decide a row of a partition lie in what is read for it, sign"
                        + " 'safety_overrides: {" + window.override().key() + ": true}' in the front matter.";
        return switch (window.override()) {
            case ALLOW_LIMIT -> "Remove the LIMIT. " + signing;
            case ALLOW_DISTINCT -> "Add " + partition + " to the keys of DISTINCT ON. " + signing;
            default ->
                "Add " + partition + " to PARTITION BY, or give it a frame such as 'RANGE BETWEEN INTERVAL '3 days'"
                        + " PRECEDING AND CURRENT ROW' ordered by the clock. " + signing;
        };
    }

    private static String partitionColumn(Reading reading) {
        return reading.input().model().timeseries().orElseThrow().partitionColumn();
    }
}
