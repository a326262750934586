package dev.smelt.relation;

import dev.smelt.model.Timeseries;
import dev.smelt.sql.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What is known about the time columns of one clocked relation: the granule of its event time is its partition. The same is
 * assumed of its other timestamps, each chunk checking the assumptions that a window really used. Text columns are left
 * out: what they hold is anybody's guess.
 */
final class ClockTies {
    private ClockTies() {}

    static List<Constraint> of(
            Reading reading,
            Reference reference,
            Timeseries timeseries,
            Variable clock,
            Collection<Variable> variables) {
        List<Constraint> ties = new ArrayList<>();
        if (!timeseries.granularity().isTime()) {
            return ties;
        }
        for (Variable variable : variables) {
            boolean declared = timeseries
                    .eventTimeColumn()
                    .filter(name -> name.equalsIgnoreCase(variable.name()))
                    .isPresent();
            boolean time = variable.kind() == ValueKind.TIMESTAMP || variable.kind() == ValueKind.DATE;
            if (variable == clock || (!declared && !time) || !variable.kind().isPointOnTimeAxis()) {
                continue;
            }
            ClockAssumption assumption =
                    new ClockAssumption(reference, variable.name(), timeseries.partitionColumn(), declared);
            Value.FloorTo floor = new Value.FloorTo(timeseries.granularity());
            Value.Term granule = new Value.Term(variable).plus(floor, clock.kind());
            Value.Term partition = new Value.Term(clock).plus(floor, clock.kind());
            String says = timeseries.granularity() + "(" + variable.name() + ") = " + timeseries.granularity() + "("
                    + clock.name() + ")";
            Evidence evidence = reading.evidence(
                    reference.span(), says + (declared ? ", as event_time_column declares" : ", assumed and checked"));
            ties.addAll(Constraint.equal(granule, partition, List.of(evidence), Optional.of(assumption)));
        }
        return List.copyOf(ties);
    }
}
