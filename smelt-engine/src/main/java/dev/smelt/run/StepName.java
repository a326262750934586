package dev.smelt.run;

import dev.smelt.plan.Step;

/** How messages name a step: {@code silver.sessions chunk 3/9 [2026-04-01, 2026-04-10)}. */
final class StepName {
    private StepName() {}

    static String of(Step step) {
        if (step instanceof Step.Chunk chunk) {
            return chunk.model() + " chunk " + chunk.number() + "/" + chunk.count() + " "
                    + chunk.granularity().format(chunk.window());
        }
        if (step instanceof Step.Migrate migrate) {
            return migrate.model() + " (changing the columns of " + migrate.table() + ")";
        }
        if (step instanceof Step.Materialize materialize) {
            return materialize.model() + " (making " + materialize.table() + ")";
        }
        return step.model().toString();
    }
}
