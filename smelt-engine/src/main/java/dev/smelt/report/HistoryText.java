package dev.smelt.report;

import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunFailure;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A {@link HistoryReport} for people: for each run when, what, how it ended, and what it wrote of each model. */
public final class HistoryText {
    private HistoryText() {}

    public static String render(HistoryReport report) {
        if (report.runs().isEmpty()) {
            String of = report.models().isEmpty()
                    ? ""
                    : " of " + report.models().stream().map(Object::toString).collect(Collectors.joining(", "));
            return "No run" + of + " is recorded in " + report.database() + ".\n";
        }
        return report.runs().stream().map(HistoryText::run).collect(Collectors.joining("\n"));
    }

    /** {@code succeeded}, {@code failed}, {@code stopped} or {@code killed}. */
    static String outcome(RunRecord run) {
        return run.finished().isEmpty() ? "killed" : run.outcome().replaceFirst("(?s):.*", "");
    }

    private static String run(PastRun past) {
        RunRecord run = past.run();
        List<String> lines = new ArrayList<>();
        lines.add(run.started().truncatedTo(ChronoUnit.SECONDS) + " " + run.goal() + " " + run.request());
        lines.add("  run " + run.runId() + ", " + ended(run) + took(run));
        for (PastModel model : PastModel.of(past)) {
            lines.add("  " + model.model() + ": " + wrote(model));
        }
        for (RunFailure failure : past.failures()) {
            lines.add("  " + failure.code() + " " + failure.message());
        }
        if (past.failures().isEmpty() && run.outcome().contains(": ")) {
            lines.add("  " + run.outcome().substring(run.outcome().indexOf(": ") + 2));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String ended(RunRecord run) {
        return outcome(run).equals("killed") ? "killed before its end was recorded" : outcome(run);
    }

    private static String took(RunRecord run) {
        return run.finished()
                .map(finished -> " after " + RunText.duration(Duration.between(run.started(), finished)))
                .orElse("");
    }

    private static String wrote(PastModel model) {
        if (model.chunks().isEmpty()) {
            boolean view = model.steps().stream().allMatch(step -> step.kind() == RunStep.Kind.VIEW);
            boolean shape = model.steps().stream().allMatch(step -> step.kind() == RunStep.Kind.SHAPE);
            if (!model.isDone()) {
                return "not made";
            }
            return view
                    ? "view made"
                    : shape ? "columns changed" : "made whole, " + RunText.count(model.inserted(), "row");
        }
        int chunks = model.chunks().size();
        long unchanged = model.count(step -> step.state() == RunStep.State.UNCHANGED);
        return model.count(RunStep::isDone) + "/" + RunText.count(chunks, "chunk") + ", "
                + RunText.count(model.inserted(), "row") + " in, " + RunText.number(model.deleted()) + " out"
                + (unchanged == 0 ? "" : ", " + RunText.count(unchanged, "chunk") + " unchanged");
    }
}
