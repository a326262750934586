package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest;
import dev.smelt.time.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a request to resume asks for: the steps of the last run that it did not come to. */
final class Resumption {
    /** Further back lies nothing that anybody would call the last run. */
    private static final int LOOKED_AT = 100;

    private final Optional<PastRun> last;
    private final ProjectAnalysis analysis;

    Resumption(Ledger ledger, ProjectAnalysis analysis) {
        this.last = ledger.history(LOOKED_AT, Set.of()).stream()
                .filter(past -> past.steps().stream().noneMatch(step -> step.kind() == RunStep.Kind.SEED))
                .findFirst();
        this.analysis = analysis;
    }

    /** The clock of the run that is resumed: what it would have called complete is what is called so now. */
    Instant asOf(Instant otherwise) {
        return last.map(past -> past.run().asOf()).orElse(otherwise);
    }

    /** {@code resume of 20260501-101500-ab12cd34: backbuild select=silver.sessions 2026-04-01..2026-04-19}. */
    String line() {
        return last.map(past -> "resume of " + past.run().runId() + ": " + asked(past.run()))
                .orElse("resume");
    }

    /** @throws SmeltException of kind PROJECT where that run cannot be continued */
    PlanRequest.Resume request(Selectors selectors, PlanRequest.Options options) {
        if (!selectors.equals(Selectors.ALL)) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P071",
                    "What is resumed is the whole of the last run, and models are selected.",
                    "Leave out smelt.select and smelt.exclude."));
        }
        if (last.isEmpty()) {
            return nothing("", "There is nothing to resume: the ledger knows of no run.", options);
        }
        RunRecord run = last.get().run();
        if (run.outcome().equals("succeeded")) {
            return nothing(
                    run.runId(), "There is nothing to resume: the last run, " + named(run) + ", succeeded.", options);
        }
        List<RunStep> left =
                last.get().steps().stream().filter(step -> !step.isDone()).toList();
        refuseLost(last.get(), left);
        refuseChanged(last.get());
        if (left.isEmpty()) {
            return nothing(
                    run.runId(),
                    "There is nothing to resume: " + named(run) + " did all that it was to do before it ended.",
                    options);
        }
        String told = "Resuming " + named(run) + ", which "
                + (run.finished().isEmpty() ? "was killed" : "did not finish") + ": "
                + left.size() + " of " + last.get().steps().size() + " steps are missing.";
        return new PlanRequest.Resume(run.runId(), missing(left), Optional.of(notice("SMELT-P073", told)), options);
    }

    private static SortedMap<Address, PlanRequest.Missing> missing(List<RunStep> left) {
        SortedMap<Address, PlanRequest.Missing> missing = new TreeMap<>();
        for (RunStep step : left) {
            List<Interval> chunk = step.kind() == RunStep.Kind.CHUNK ? List.of(step.window()) : List.of();
            boolean whole = step.kind() == RunStep.Kind.TABLE;
            missing.merge(step.model(), new PlanRequest.Missing(whole, chunk), (before, more) -> {
                List<Interval> chunks = new ArrayList<>(before.chunks());
                chunks.addAll(more.chunks());
                return new PlanRequest.Missing(before.whole() || more.whole(), chunks);
            });
        }
        return missing;
    }

    /** What it was told of the sources is in no other place, so that nothing but its command can say it again. */
    private static void refuseLost(PastRun past, List<RunStep> left) {
        boolean unmarked = left.stream().anyMatch(step -> step.kind() == RunStep.Kind.MARKS);
        if (past.steps().isEmpty() || unmarked) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P071",
                    named(past.run()) + " cannot be resumed: it ended before anything of it was in the warehouse.",
                    "Give its command again."));
        }
    }

    private void refuseChanged(PastRun past) {
        SortedMap<Address, Diagnostic> changed = new TreeMap<>();
        for (RunStep step : past.steps()) {
            Optional<ModelAnalysis.Bound> now =
                    Optional.ofNullable(analysis.bound().get(step.model()));
            if (now.isEmpty()) {
                changed.put(
                        step.model(),
                        Diagnostic.error(
                                "SMELT-P072",
                                step.model() + " was written by " + named(past.run())
                                        + " and is no longer in the project.",
                                "Bring it back to resume, or give the command that you want now."));
            } else if (step.definition()
                    .filter(then -> !then.equals(fingerprint(now.get())))
                    .isPresent()) {
                changed.put(
                        step.model(),
                        Diagnostic.error(
                                "SMELT-P072",
                                now.get().model().place(),
                                step.model() + " has changed since " + named(past.run())
                                        + ": what is missing would be built under another definition than what is done.",
                                "Give the command again: it builds everything as the model is now."));
            }
        }
        if (!changed.isEmpty()) {
            throw SmeltException.project(List.copyOf(changed.values()));
        }
    }

    private static String fingerprint(ModelAnalysis.Bound model) {
        return model.definition().fingerprint();
    }

    private static PlanRequest.Resume nothing(String runId, String message, PlanRequest.Options options) {
        return new PlanRequest.Resume(runId, new TreeMap<>(), Optional.of(notice("SMELT-P004", message)), options);
    }

    private static Diagnostic notice(String code, String message) {
        return new Diagnostic(code, Diagnostic.Severity.NOTICE, Optional.empty(), message, "");
    }

    private static String named(RunRecord run) {
        return run.runId() + " (" + asked(run) + ")";
    }

    /** Goal and request; of a run that itself resumed another one, those of the first. */
    private static String asked(RunRecord run) {
        String first = run.request().replaceFirst("^resume of [^:]+: ", "");
        return first.equals(run.request()) ? run.goal() + " " + first : first;
    }
}
