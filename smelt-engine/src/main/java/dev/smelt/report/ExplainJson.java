package dev.smelt.report;

import dev.smelt.model.SafetyOverride;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.report.ExplainReport.ModelExplanation;
import dev.smelt.report.ExplainReport.Windows;
import dev.smelt.time.Granularity;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** An {@link ExplainReport} for programs. */
public final class ExplainJson {
    private ExplainJson() {}

    public static String render(ExplainReport report) {
        ObjectNode json = JsonText.object();
        json.set("models", JsonText.array(report.models(), ExplainJson::model));
        return JsonText.print(json);
    }

    private static ObjectNode model(ModelExplanation explanation) {
        ObjectNode json = JsonText.object();
        json.put("model", explanation.model().address().path());
        json.put("table", explanation.model().table().toString());
        json.put("incremental", explanation.model().isIncremental());
        Granularity granularity =
                explanation.model().timeseries().map(each -> each.granularity()).orElse(Granularity.DAY);
        explanation.windows().ifPresent(windows -> windows(json, windows, granularity));
        explanation.derivation().ifPresent(derivation -> derivation(json, explanation, derivation));
        json.set(
                "overrides",
                JsonText.texts(explanation.model().overrides().stream()
                        .sorted()
                        .map(SafetyOverride::key)
                        .toList()));
        json.set("refusals", JsonText.diagnostics(explanation.refusals()));
        json.set("statements", JsonText.array(explanation.statements(), chunk -> {
            ObjectNode step = JsonText.object();
            step.set("window", JsonText.window(chunk.window(), chunk.granularity()));
            return step.put("delete", chunk.delete()).put("insert", chunk.insert());
        }));
        return json;
    }

    private static void windows(ObjectNode json, Windows windows, Granularity granularity) {
        json.set("period", JsonText.window(windows.period(), granularity));
        json.set("write", JsonText.window(windows.write(), granularity));
        json.set("reads", JsonText.array(windows.reads(), read -> {
            ObjectNode each = JsonText.object();
            each.put("reference", read.reference().reference().target().path());
            Granularity of =
                    read.reference().clock().map(clock -> clock.granularity()).orElse(granularity);
            read.window().ifPresent(window -> each.set("window", JsonText.window(window, of)));
            return each;
        }));
    }

    private static void derivation(ObjectNode json, ModelExplanation explanation, Derivation derivation) {
        json.put("ordered", derivation.ordered());
        json.set("references", JsonText.array(derivation.relations(), relation -> reference(explanation, relation)));
        json.set(
                "assumptions",
                JsonText.array(
                        derivation.assumptions(),
                        assumption -> JsonText.object()
                                .put(
                                        "reference",
                                        assumption.reference().target().path())
                                .put("timeColumn", assumption.timeColumn())
                                .put("partitionColumn", assumption.partitionColumn())
                                .put("declared", assumption.declared())));
        json.set("residue", JsonText.diagnostics(derivation.residue()));
        json.set("warnings", JsonText.diagnostics(derivation.warnings()));
    }

    private static ObjectNode reference(ModelExplanation explanation, ReferenceRelation relation) {
        ObjectNode json = JsonText.object();
        json.put("reference", relation.reference().target().path());
        json.put("name", relation.name());
        json.put("place", explanation.sql().place(relation.reference().span()).toString());
        json.put("driver", relation.driver());
        json.put("self", relation.self());
        json.put("lookup", relation.isLookup());
        relation.attribution().ifPresent(map -> json.put("attribution", PartitionMapText.render(map)));
        relation.read().ifPresent(map -> json.put("read", PartitionMapText.render(map)));
        json.set("evidence", JsonText.array(relation.evidence(), bound -> {
            ObjectNode each = JsonText.object();
            each.put("bound", bound.bound().name().toLowerCase(Locale.ROOT));
            each.put("formula", bound.formula());
            each.set(
                    "clauses",
                    JsonText.array(
                            bound.clauses(),
                            clause -> JsonText.object()
                                    .put("place", clause.place().toString())
                                    .put("clause", clause.clause())
                                    .put("says", clause.says())));
            return each;
        }));
        return json;
    }
}
