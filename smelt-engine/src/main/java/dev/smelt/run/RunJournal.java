package dev.smelt.run;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.plan.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which of a run's recorded steps each step of its plan is, so that the record can be ticked off with the step. */
final class RunJournal {
    private final List<RunStep> steps = new ArrayList<>();
    private final Map<Key, Deque<Integer>> open = new HashMap<>();

    /**
     * What a step is known by: there may be several marks of one model, and nothing else twice. A chunk is known by its
     * number, which stays when less of its window turns out to be needed.
     */
    private record Key(Address model, RunStep.Kind kind, int chunk) {}

    RunJournal(List<Step> written) {
        for (Step step : written) {
            RunStep recorded = recorded(steps.size(), step);
            steps.add(recorded);
            open.computeIfAbsent(key(step, recorded), each -> new ArrayDeque<>())
                    .add(recorded.position());
        }
    }

    List<RunStep> steps() {
        return List.copyOf(steps);
    }

    /** The position of the step that is about to be done; empty for one that is not recorded. */
    Optional<Integer> next(Step step) {
        return Optional.ofNullable(open.get(key(step, recorded(0, step)))).map(Deque::poll);
    }

    private static Key key(Step step, RunStep recorded) {
        return new Key(step.model(), recorded.kind(), step instanceof Step.Chunk chunk ? chunk.number() : 0);
    }

    private static RunStep recorded(int position, Step step) {
        Address model = step.model();
        if (step instanceof Step.Chunk chunk) {
            return RunStep.chunk(
                    position, model, chunk.window(), chunk.granularity(), definition(model, chunk.ledger()));
        }
        if (step instanceof Step.Materialize materialize) {
            return RunStep.planned(position, model, kind(materialize.how()), definition(model, materialize.ledger()));
        }
        List<LedgerChange> ledger = step instanceof Step.Migrate migrate ? migrate.ledger() : List.of();
        boolean marks = step instanceof Step.Migrate migrate
                && migrate.statements().isEmpty()
                && ledger.stream().noneMatch(LedgerChange.Deployed.class::isInstance);
        return RunStep.planned(
                position, model, marks ? RunStep.Kind.MARKS : RunStep.Kind.SHAPE, definition(model, ledger));
    }

    private static RunStep.Kind kind(Step.How how) {
        return switch (how) {
            case TABLE -> RunStep.Kind.TABLE;
            case EMPTY_TABLE_IF_MISSING -> RunStep.Kind.EMPTY_TABLE;
            case VIEW, SHOWN_ONLY -> RunStep.Kind.VIEW;
        };
    }

    private static Optional<String> definition(Address model, List<LedgerChange> changes) {
        return changes.stream()
                .filter(change -> change.model().equals(model))
                .flatMap(change -> definition(change).stream())
                .findFirst();
    }

    private static Optional<String> definition(LedgerChange change) {
        if (change instanceof LedgerChange.Built built) {
            return Optional.of(built.definition());
        }
        if (change instanceof LedgerChange.BuiltWhole built) {
            return Optional.of(built.definition());
        }
        return change instanceof LedgerChange.Deployed deployed
                ? Optional.of(deployed.deployment().definition().fingerprint())
                : Optional.empty();
    }
}
