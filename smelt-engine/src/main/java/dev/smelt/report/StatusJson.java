package dev.smelt.report;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Timeseries;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.time.Granularity;
import dev.smelt.time.IntervalSet;
import tools.jackson.databind.node.ObjectNode;

/** A {@link StatusReport} for programs. */
public final class StatusJson {
    private StatusJson() {}

    public static String render(StatusReport report) {
        ObjectNode json = JsonText.object();
        json.put("database", report.database());
        json.put("exists", report.exists());
        json.set("models", JsonText.array(report.models(), StatusJson::model));
        json.set("runs", JsonText.array(report.runs(), StatusJson::run));
        return JsonText.print(json);
    }

    private static ObjectNode model(ModelStatus status) {
        ObjectNode json = JsonText.object();
        json.put("model", status.model().address().path());
        json.put("table", status.model().table().toString());
        json.put("built", status.state().isPresent());
        status.state().ifPresent(state -> {
            json.put("partitions", state.partitions().size());
            json.put("rows", StatusText.rows(state.partitions()));
            status.model()
                    .timeseries()
                    .filter(clock -> status.model().isIncremental())
                    .map(Timeseries::granularity)
                    .ifPresent(granularity -> windows(json, state, granularity));
            json.set(
                    "staleReasons",
                    JsonText.texts(StatusText.staleReasons(state).keySet()));
        });
        return json;
    }

    private static void windows(ObjectNode json, ModelState state, Granularity granularity) {
        IntervalSet built = state.built();
        json.set("windows", JsonText.windows(built, granularity));
        json.set("holes", JsonText.windows(IntervalSet.of(built.hull()).minus(built), granularity));
        json.set("open", JsonText.windows(built.minus(state.complete()), granularity));
        json.set("stale", JsonText.windows(state.stale(), granularity));
    }

    private static ObjectNode run(RunRecord run) {
        ObjectNode json = JsonText.object();
        json.put("run", run.runId());
        json.put("goal", run.goal());
        json.put("request", run.request());
        json.put("asOf", run.asOf().toString());
        json.put("started", run.started().toString());
        run.finished().ifPresent(finished -> json.put("finished", finished.toString()));
        return json.put("outcome", run.outcome());
    }
}
