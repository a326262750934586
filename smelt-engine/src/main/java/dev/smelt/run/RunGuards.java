package dev.smelt.run;

import dev.smelt.assertion.ReadyCheck;
import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.plan.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * When the checks of a run are due. A check is run as soon as all models that it reads and the run writes are done. A
 * check of severity {@code error} is run also where the run writes none of them but something downstream: what failed
 * before must not be built upon now.
 */
public final class RunGuards {
    /** A run without checks. */
    public static final RunGuards NONE = new RunGuards(List.of(), address -> List.of());

    private final List<ReadyCheck> checks;
    private final Function<Address, ? extends Collection<Address>> ancestors;

    /** @param ancestors everything that a model reads, directly or not */
    public RunGuards(List<ReadyCheck> checks, Function<Address, ? extends Collection<Address>> ancestors) {
        this.checks = List.copyOf(checks);
        this.ancestors = ancestors;
    }

    /** A check and the models because of which it is due. */
    record Due(ReadyCheck check, Set<Address> written) {}

    /** The checks that are due before the step of each index; those after the last step have the number of steps. */
    TreeMap<Integer, List<Due>> schedule(List<Step> steps) {
        TreeMap<Integer, List<Due>> schedule = new TreeMap<>();
        Map<Address, Collection<Address>> above = new HashMap<>();
        for (ReadyCheck check : checks) {
            int after = -1;
            int before = -1;
            for (int i = 0; i < steps.size(); i++) {
                Address model = steps.get(i).model();
                if (check.reads().contains(model)) {
                    after = i + 1;
                } else if (before < 0
                        && above.computeIfAbsent(model, ancestors::apply).stream()
                                .anyMatch(check.reads()::contains)) {
                    before = i;
                }
            }
            boolean guards = check.check().severity() == DataCheck.Severity.ERROR && before >= 0;
            if (after >= 0 || guards) {
                Set<Address> written = steps.stream()
                        .map(Step::model)
                        .filter(check.reads()::contains)
                        .collect(Collectors.toUnmodifiableSet());
                schedule.computeIfAbsent(after >= 0 ? after : before, index -> new ArrayList<>())
                        .add(new Due(check, written));
            }
        }
        return schedule;
    }
}
