package dev.smelt.report;

import dev.smelt.assertion.CheckOutcome;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@link CheckReport} for programs. Durations are in milliseconds; values are texts as the engine prints them. */
public final class CheckJson {
    private CheckJson() {}

    public static String render(CheckReport report) {
        ObjectNode json = JsonText.object();
        json.put("checks", report.outcomes().size());
        json.put("failed", report.of(CheckOutcome.Verdict.FAILED).size());
        json.put("warned", report.of(CheckOutcome.Verdict.WARNED).size());
        json.set("outcomes", JsonText.array(report.outcomes(), CheckJson::outcome));
        return JsonText.print(json);
    }

    private static ObjectNode outcome(CheckOutcome outcome) {
        ObjectNode json = JsonText.object();
        json.put("check", outcome.check().name());
        json.put("verdict", outcome.verdict().name().toLowerCase(Locale.ROOT));
        json.put("severity", outcome.check().severity().name().toLowerCase(Locale.ROOT));
        json.put("file", outcome.check().place().file());
        json.put("line", outcome.check().place().line());
        json.put("elapsedMillis", outcome.elapsed().toMillis());
        json.put("rows", outcome.rows());
        if (!outcome.sample().isEmpty()) {
            json.set("columns", JsonText.texts(outcome.columns()));
            ArrayNode sample = json.putArray("sample");
            outcome.sample().forEach(row -> sample.add(TestJson.values(row)));
        }
        outcome.error().ifPresent(error -> json.set("errors", JsonText.diagnostics(List.of(error))));
        return json;
    }
}
