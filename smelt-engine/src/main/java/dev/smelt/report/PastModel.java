package dev.smelt.report;

import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a past run did to one model or seed.
 *
 * @param steps those that write data, in the order of the plan
 */
record PastModel(Address model, List<RunStep> steps) {

    /** The models of a run in the order in which it came to them; marks and changes of shape alone are no work on data. */
    static List<PastModel> of(PastRun past) {
        Map<Address, List<RunStep>> byModel = new LinkedHashMap<>();
        past.steps().stream()
                .filter(step -> step.kind() != RunStep.Kind.MARKS && step.kind() != RunStep.Kind.EMPTY_TABLE)
                .forEach(step -> byModel.computeIfAbsent(step.model(), model -> new ArrayList<>())
                        .add(step));
        return byModel.entrySet().stream()
                .map(entry -> new PastModel(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    List<RunStep> chunks() {
        return steps.stream().filter(step -> step.kind() == RunStep.Kind.CHUNK).toList();
    }

    long count(Predicate<RunStep> which) {
        return chunks().stream().filter(which).count();
    }

    boolean isDone() {
        return steps.stream().allMatch(RunStep::isDone);
    }

    long deleted() {
        return steps.stream().mapToLong(RunStep::deleted).sum();
    }

    long inserted() {
        return steps.stream().mapToLong(RunStep::inserted).sum();
    }
}
