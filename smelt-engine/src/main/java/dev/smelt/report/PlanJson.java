package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.plan.DirtySet;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A plan as JSON, its keys in a fixed order. Windows are objects with {@code start} and {@code end}, end exclusive. */
public final class PlanJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private PlanJson() {}

    /** The plan's JSON, indented, ended by a line feed. */
    public static String of(Plan plan) {
        ObjectNode root = JSON.createObjectNode();
        plan.dirtySet().ifPresent(dirty -> dirtySet(root.putObject("dirtySet"), dirty));
        ArrayNode steps = root.putArray("steps");
        plan.steps().forEach(step -> step(steps.addObject(), step));
        diagnostics(root.putArray("notices"), plan.notices());
        diagnostics(root.putArray("closing"), plan.closing());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    private static void step(ObjectNode node, Step step) {
        if (step instanceof Step.Materialize materialize) {
            node.put("step", "materialize");
            head(node, step, materialize.table().toString());
            node.put("how", materialize.how().name());
            node.put("select", materialize.select());
        } else if (step instanceof Step.Migrate migrate) {
            node.put("step", migrate.statements().isEmpty() ? "mark" : "migrate");
            head(node, step, migrate.table().toString());
            migrate.statements().forEach(node.putArray("statements")::add);
        } else if (step instanceof Step.Chunk chunk) {
            node.put("step", "chunk");
            head(node, step, chunk.table().toString());
            chunk(node, chunk);
        }
    }

    private static void head(ObjectNode node, Step step, String table) {
        node.put("model", step.model().path());
        node.put("table", table);
        node.put("reason", step.reason());
    }

    private static void chunk(ObjectNode node, Step.Chunk chunk) {
        node.put("number", chunk.number());
        node.put("count", chunk.count());
        window(node.putObject("window"), chunk.window(), chunk.granularity());
        ArrayNode reads = node.putArray("reads");
        for (Step.Read read : chunk.reads()) {
            ObjectNode each = reads.addObject();
            each.put("upstream", read.upstream().path());
            each.put("table", read.table().toString());
            window(each.putObject("window"), read.window(), read.granularity());
        }
        chunk.checks().stream().map(Step.Check::sql).forEach(node.putArray("checks")::add);
        chunk.comparison()
                .map(Step.Comparison::statements)
                .ifPresent(statements -> statements.forEach(node.putArray("compare")::add));
        if (chunk.update().isPresent()) {
            node.put("update", chunk.update().get());
        } else {
            node.put("delete", chunk.delete());
            node.put("insert", chunk.insert());
        }
    }

    private static void dirtySet(ObjectNode node, DirtySet dirty) {
        ArrayNode edges = node.putArray("edges");
        for (DirtySet.Edge edge : dirty.edges()) {
            ObjectNode each = edges.addObject();
            each.put("downstream", edge.downstream().path());
            each.put("upstream", edge.upstream().path());
            window(each.putObject("window"), edge.window(), edge.granularity());
        }
        ArrayNode runs = node.putArray("runs");
        for (DirtySet.Run run : dirty.runs()) {
            ObjectNode each = runs.addObject();
            each.put("model", run.model().path());
            window(each.putObject("window"), run.window(), run.granularity());
        }
    }

    private static void window(ObjectNode node, Interval window, Granularity granularity) {
        node.put("start", granularity.format(window.start()));
        node.put("end", granularity.format(window.end()));
    }

    private static void diagnostics(ArrayNode array, List<Diagnostic> diagnostics) {
        for (Diagnostic diagnostic : diagnostics) {
            ObjectNode each = array.addObject();
            each.put("code", diagnostic.code());
            each.put("severity", diagnostic.severity().name());
            diagnostic.place().ifPresent(place -> each.put("place", place.toString()));
            each.put("message", diagnostic.message());
            each.put("cure", diagnostic.cure());
        }
    }
}
