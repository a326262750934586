package dev.smelt.report;

import dev.smelt.plan.DirtySet;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A plan for programs: every step with its statements, windows and reason. */
public final class PlanJson {
    private PlanJson() {}

    public static String render(Plan plan) {
        ObjectNode json = JsonText.object();
        plan.dirtySet().ifPresent(dirty -> json.set("dirtySet", dirtySet(dirty)));
        json.set("steps", JsonText.array(plan.steps(), PlanJson::step));
        json.set("notices", JsonText.diagnostics(plan.notices()));
        json.set("closing", JsonText.diagnostics(plan.closing()));
        return JsonText.print(json);
    }

    private static ObjectNode dirtySet(DirtySet dirty) {
        ObjectNode json = JsonText.object();
        json.set("edges", JsonText.array(dirty.edges(), edge -> {
            ObjectNode each = JsonText.object();
            each.put("downstream", edge.downstream().path());
            each.put("upstream", edge.upstream().path());
            each.set("window", JsonText.window(edge.window(), edge.granularity()));
            return each;
        }));
        json.set("runs", JsonText.array(dirty.runs(), run -> {
            ObjectNode each = JsonText.object();
            each.put("model", run.model().path());
            each.set("window", JsonText.window(run.window(), run.granularity()));
            return each;
        }));
        return json;
    }

    private static ObjectNode step(Step step) {
        ObjectNode json = JsonText.object();
        json.put("model", step.model().path());
        json.put("reason", step.reason());
        if (step instanceof Step.Migrate migrate) {
            json.put("step", "migrate");
            json.set("statements", JsonText.texts(migrate.statements()));
        } else if (step instanceof Step.Materialize materialize) {
            json.put("step", "materialize");
            json.put("how", materialize.how().name().toLowerCase(Locale.ROOT));
            json.put("select", materialize.select());
        } else if (step instanceof Step.Chunk chunk) {
            chunk(json, chunk);
        } else if (step instanceof Step.CountLeftOut count) {
            json.put("step", "count left out");
            json.put("partition", count.partition());
        }
        return json;
    }

    private static void chunk(ObjectNode json, Step.Chunk chunk) {
        json.put("step", "chunk");
        json.put("number", chunk.number());
        json.put("count", chunk.count());
        json.set("window", JsonText.window(chunk.window(), chunk.granularity()));
        json.put("delete", chunk.delete());
        json.put("insert", chunk.insert());
        json.set("reads", JsonText.array(chunk.reads(), read -> {
            ObjectNode each = JsonText.object();
            each.put("upstream", read.upstream().path());
            each.put("table", read.table().toString());
            each.set("window", JsonText.window(read.window(), read.granularity()));
            return each;
        }));
    }
}
