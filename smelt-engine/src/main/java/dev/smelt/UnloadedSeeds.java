package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Project;
import dev.smelt.plan.Step;
import dev.smelt.sql.Reference;
import java.util.List;

/** Seeds that a plan reads and nobody has loaded: to the engine they are tables that do not exist. */
final class UnloadedSeeds {
    private UnloadedSeeds() {}

    /** @throws SmeltException of kind PROJECT where a step of the plan reads one */
    static void refuse(Planning.Planned planned) {
        Project project = planned.analysis().project();
        List<Address> unloaded = planned.plan().steps().stream()
                .map(Step::model)
                .distinct()
                .flatMap(model -> planned.analysis().bound(model).stream())
                .flatMap(model -> model.sql().references().stream())
                .map(Reference::target)
                .filter(project.seeds()::containsKey)
                .filter(seed -> project.table(seed)
                        .flatMap(planned.catalogue()::relation)
                        .isEmpty())
                .distinct()
                .sorted()
                .toList();
        if (!unloaded.isEmpty()) {
            throw SmeltException.project(unloaded.stream()
                    .map(seed -> Diagnostic.error(
                            "SMELT-P027",
                            project.seeds().get(seed).place(),
                            "The seed " + seed + " was never loaded: its table "
                                    + project.table(seed).orElseThrow() + " does not exist.",
                            "Run mvn smelt:seed first."))
                    .toList());
        }
    }
}
