package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.run.RunSummary;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a run did, as JSON for other programs: {@code run.json}. Times are ISO-8601 in UTC, durations in milliseconds. */
public final class RunJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RunJson() {}

    /** The document, indented by two blanks, with {@code \n} at every line end, the last one too. */
    public static String of(RunSummary summary) {
        ObjectNode run = NODES.objectNode();
        run.put("run", summary.runId());
        run.put("goal", summary.goal());
        run.put("request", summary.request());
        run.put("asOf", summary.asOf().toString());
        run.put("started", summary.started().toString());
        run.put("finished", summary.finished().toString());
        run.put("elapsedMillis", summary.elapsed().toMillis());
        run.put("outcome", word(summary.outcome()));
        ArrayNode models = run.putArray("models");
        summary.models().forEach(model -> models.add(model(model)));
        ArrayNode failures = run.putArray("failures");
        summary.failures().forEach(failure -> failures.add(failure(failure)));
        ArrayNode warnings = run.putArray("warnings");
        summary.warnings().forEach(warning -> warnings.add(diagnostic(warning)));
        summary.stopped().ifPresent(stopped -> run.set("stopped", diagnostic(stopped)));
        return JsonText.print(run);
    }

    /** A run that never began: its request was refused, its warehouse was in use, its project is wrong. */
    public static String ofRefusal(String goal, SmeltException refusal) {
        ObjectNode run = NODES.objectNode();
        run.put("goal", goal);
        run.put("outcome", "refused");
        run.putArray("models");
        run.set("failures", JsonText.array(refusal.diagnostics(), RunJson::diagnostic));
        run.putArray("warnings");
        return JsonText.print(run);
    }

    private static ObjectNode model(RunSummary.ModelSummary model) {
        ObjectNode node = NODES.objectNode();
        node.put("model", model.model().path());
        node.put("state", word(model.state()));
        node.put("chunksDone", model.chunksDone());
        node.put("chunks", model.chunks());
        node.put("rowsDeleted", model.deleted());
        node.put("rowsInserted", model.inserted());
        node.put("rowsLeftOut", model.leftOutNull());
        node.put("elapsedMillis", model.elapsed().toMillis());
        node.set("windows", JsonText.array(model.windows(), RunJson::window));
        model.partitions().ifPresent(counts -> {
            ObjectNode partitions = node.putObject("partitions");
            partitions.put("announced", counts.announced());
            partitions.put("recomputed", counts.recomputed());
            partitions.put("rewritten", counts.rewritten());
            partitions.put("unchanged", counts.unchanged());
        });
        return node;
    }

    private static ObjectNode window(RunSummary.ChunkSummary chunk) {
        return JsonText.window(chunk.window(), chunk.granularity())
                .put("rowsDeleted", chunk.deleted())
                .put("rowsInserted", chunk.inserted())
                .put("elapsedMillis", chunk.elapsed().toMillis());
    }

    private static ObjectNode failure(RunSummary.Failure failure) {
        ObjectNode node = diagnostic(failure.diagnostic());
        node.put("model", failure.model().path());
        node.put("kind", word(failure.kind()));
        failure.statement().ifPresent(statement -> node.put("statement", statement));
        return node;
    }

    private static ObjectNode diagnostic(Diagnostic diagnostic) {
        ObjectNode node = NODES.objectNode();
        node.put("code", diagnostic.code());
        diagnostic.place().ifPresent(place -> node.put("place", place.toString()));
        node.put("message", diagnostic.message());
        node.put("cure", diagnostic.cure());
        return node;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
