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
            boolean time = variable.kind().isPointOnTimeAxis() && variable.kind() != ValueKind.TEXT;
            if (variable == clock || (!declared && !time) || !variable.kind().isPointOnTimeAxis()) {
                continue;
            }
            ClockAssumption assumption =
                    new ClockAssumption(reference, variable.name(), timeseries.partitionColumn(), declared);
            LocalTime localTime = reading.localTime();
            ValueKind kind = clock.kind() == ValueKind.INSTANT ? ValueKind.TIMESTAMP : clock.kind();
            Value.Term granule = localTime.floor(new Value.Term(variable), timeseries.granularity(), kind);
            Value.Term partition = localTime.floor(new Value.Term(clock), timeseries.granularity(), kind);
            String says = timeseries.granularity() + "(" + variable.name() + ") = " + timeseries.granularity() + "("
                    + clock.name() + ")";
            Evidence evidence = reading.evidence(
                    reference.span(), says + (declared ? ", as event_time_column declares" : ", assumed and checked"));
            ties.addAll(Constraint.equal(granule, partition, List.of(evidence), Optional.of(assumption)));
        }
        return List.copyOf(ties);
    }
}
