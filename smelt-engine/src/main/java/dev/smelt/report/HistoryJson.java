package dev.smelt.report;

import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunFailure;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A {@link HistoryReport} for programs. Times are ISO-8601 in UTC, durations in milliseconds. */
public final class HistoryJson {
    private HistoryJson() {}

    public static String render(HistoryReport report) {
        ObjectNode json = JsonText.object();
        json.put("database", report.database());
        json.set("runs", JsonText.array(report.runs(), HistoryJson::run));
        return JsonText.print(json);
    }

    private static ObjectNode run(PastRun past) {
        RunRecord run = past.run();
        ObjectNode json = JsonText.object()
                .put("run", run.runId())
                .put("goal", run.goal())
                .put("request", run.request())
                .put("asOf", run.asOf().toString())
                .put("started", run.started().toString());
        run.finished()
                .ifPresent(finished -> json.put("finished", finished.toString())
                        .put(
                                "elapsedMillis",
                                Duration.between(run.started(), finished).toMillis()));
        json.put("outcome", HistoryText.outcome(run));
        json.set("models", JsonText.array(PastModel.of(past), HistoryJson::model));
        json.set("failures", JsonText.array(past.failures(), HistoryJson::failure));
        return json;
    }

    private static ObjectNode model(PastModel model) {
        ObjectNode json = JsonText.object()
                .put("model", model.model().path())
                .put("done", model.isDone())
                .put("chunksDone", model.count(RunStep::isDone))
                .put("chunks", model.chunks().size())
                .put("chunksUnchanged", model.count(step -> step.state() == RunStep.State.UNCHANGED))
                .put("rowsDeleted", model.deleted())
                .put("rowsInserted", model.inserted());
        json.set("windows", JsonText.array(model.chunks(), HistoryJson::window));
        return json;
    }

    private static ObjectNode window(RunStep chunk) {
        return JsonText.window(chunk.window(), chunk.granularity().orElseThrow())
                .put(
                        "state",
                        chunk.state() == RunStep.State.PLANNED
                                ? "missing"
                                : chunk.state().name().toLowerCase(Locale.ROOT))
                .put("rowsDeleted", chunk.deleted())
                .put("rowsInserted", chunk.inserted());
    }

    private static ObjectNode failure(RunFailure failure) {
        return JsonText.object()
                .put("model", failure.model().path())
                .put("code", failure.code())
                .put("message", failure.message());
    }
}
