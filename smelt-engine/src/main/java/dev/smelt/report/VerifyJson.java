package dev.smelt.report;

import dev.smelt.time.Granularity;
import dev.smelt.verify.Blame;
import dev.smelt.verify.Difference;
import dev.smelt.verify.ModelVerdict;
import dev.smelt.verify.ModelVerdict.Checked;
import dev.smelt.verify.ModelVerdict.How;
import dev.smelt.verify.ModelVerdict.NotChecked;
import dev.smelt.verify.ModelVerdict.Trial;
import dev.smelt.verify.Suspect;
import dev.smelt.verify.Verification;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A {@link Verification} for programs. */
public final class VerifyJson {
    private VerifyJson() {}

    public static String render(Verification verification) {
        ObjectNode json = JsonText.object();
        json.put("equal", verification.failed().isEmpty());
        json.put("tookMillis", verification.took().toMillis());
        json.set("models", JsonText.array(verification.models(), VerifyJson::model));
        return JsonText.print(json);
    }

    private static ObjectNode model(ModelVerdict verdict) {
        ObjectNode json = JsonText.object().put("model", verdict.model().path());
        if (verdict instanceof NotChecked not) {
            json.put("outcome", "not verified");
            json.set("reasons", JsonText.diagnostics(List.of(not.why())));
            return json;
        }
        Checked checked = (Checked) verdict;
        Granularity granularity = checked.granularity();
        json.put("outcome", checked.holds() ? "equal" : "different");
        json.set("window", JsonText.window(checked.window(), granularity));
        json.put("partitions", checked.partitions()).put("rows", checked.rows());
        json.set("trials", JsonText.array(checked.trials(), trial -> trial(trial, granularity)));
        json.set(
                "untied",
                JsonText.array(
                        checked.untied(), each -> suspect(each.assumption()).put("found", each.found())));
        checked.blame().ifPresent(blame -> json.set("blame", blame(blame)));
        return json;
    }

    private static ObjectNode trial(Trial trial, Granularity granularity) {
        ObjectNode json = JsonText.object();
        json.put("what", trial.what().name().toLowerCase(Locale.ROOT));
        if (trial.what() == How.CHUNKS) {
            json.put("partitionsPerChunk", trial.granules()).put("chunks", trial.chunks());
        }
        json.put("partitions", trial.partitions());
        json.put("equal", trial.isEqual());
        json.put("onlyUpToLastDigits", trial.lastDigits());
        trial.difference().ifPresent(difference -> {
            json.set(
                    "differences",
                    JsonText.array(
                            difference.partitions(),
                            each -> JsonText.object()
                                    .put("partition", granularity.format(each.start()))
                                    .put("onlyHere", each.onlyTried())
                                    .put("onlyInFullBuild", each.onlyFull())));
            json.set("rows", JsonText.array(difference.rows(), row -> row(row, granularity)));
        });
        return json;
    }

    private static ObjectNode row(Difference.Row row, Granularity granularity) {
        ObjectNode json =
                JsonText.object().put("inFullBuild", row.full()).put("partition", granularity.format(row.partition()));
        ObjectNode values = JsonText.object();
        row.cells().forEach(cell -> values.put(cell.column(), cell.value()));
        json.set("values", values);
        json.set(
                "differing",
                JsonText.texts(row.cells().stream()
                        .filter(Difference.Cell::differs)
                        .map(Difference.Cell::column)
                        .toList()));
        return json;
    }

    private static ObjectNode blame(Blame blame) {
        ObjectNode json = JsonText.object();
        json.put("certainty", blame.certainty().name().toLowerCase(Locale.ROOT));
        json.set("suspects", JsonText.array(blame.suspects(), VerifyJson::suspect));
        return json.put("evidence", blame.evidence());
    }

    private static ObjectNode suspect(Suspect suspect) {
        return JsonText.object()
                .put("kind", suspect.kind().name().toLowerCase(Locale.ROOT))
                .put("name", suspect.name())
                .put("file", suspect.place().file())
                .put("line", suspect.place().line())
                .put("column", suspect.place().column())
                .put("says", suspect.says())
                .put("cure", suspect.cure());
    }
}
