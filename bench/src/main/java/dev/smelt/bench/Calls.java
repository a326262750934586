package dev.smelt.bench;

import dev.smelt.BuildRequest;
import dev.smelt.Selectors;
import dev.smelt.Smelt;
import dev.smelt.SmeltSettings;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Calls of the engine as a goal makes them: each opens the project anew.
 *
 * @param project the project's directory
 * @param database the warehouse
 * @param asOf the clock of every call
 */
record Calls(Path project, Path database, Map<String, String> variables, Instant asOf) {

    Plan plan(BuildRequest.Ask ask) {
        return call(smelt -> smelt.plan(request(ask)));
    }

    /** @throws IllegalStateException where anything failed: a figure of half a run is none */
    RunSummary run(BuildRequest.Ask ask) {
        return succeeded(call(smelt -> smelt.run(request(ask), event -> {})));
    }

    void seed() {
        succeeded(call(smelt -> smelt.seed(Selectors.ALL, event -> {})));
    }

    <T> T call(Function<Smelt, T> question) {
        try (Smelt smelt = Smelt.open(new SmeltSettings(
                project, "dev", Optional.of(database), variables, asOf, Clock.systemUTC(), "bench", Duration.ZERO))) {
            return question.apply(smelt);
        }
    }

    private static BuildRequest request(BuildRequest.Ask ask) {
        return new BuildRequest(Selectors.ALL, ask, PlanRequest.Options.DEFAULT);
    }

    private static RunSummary succeeded(RunSummary summary) {
        if (summary.outcome() != RunSummary.Outcome.SUCCEEDED) {
            throw new IllegalStateException("The run failed: " + summary.failures());
        }
        return summary;
    }
}
