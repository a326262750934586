package dev.smelt.report;

import dev.smelt.assertion.RowDifference;
import dev.smelt.assertion.TestOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@link TestReport} for programs. Durations are in milliseconds; values are texts as the engine prints them. */
public final class TestJson {
    private TestJson() {}

    public static String render(TestReport report) {
        ObjectNode json = JsonText.object();
        json.put("tests", report.outcomes().size());
        json.put("failed", report.failed().size());
        json.set("outcomes", JsonText.array(report.outcomes(), TestJson::outcome));
        return JsonText.print(json);
    }

    private static ObjectNode outcome(TestOutcome outcome) {
        ObjectNode json = JsonText.object();
        json.put("test", outcome.test().name());
        json.put("verdict", outcome.verdict().name().toLowerCase(Locale.ROOT));
        json.put("file", outcome.test().place().file());
        json.put("line", outcome.test().place().line());
        json.put("elapsedMillis", outcome.elapsed().toMillis());
        outcome.failedCase().ifPresent(number -> json.put("failedTry", number));
        outcome.difference().ifPresent(difference -> {
            json.set("columns", JsonText.texts(difference.columns()));
            json.put("equalRows", difference.equal());
            json.set("differences", JsonText.array(difference.pairs(), TestJson::pair));
        });
        if (!outcome.errors().isEmpty()) {
            json.set("errors", JsonText.diagnostics(outcome.errors()));
        }
        return json;
    }

    private static ObjectNode pair(RowDifference.Pair pair) {
        ObjectNode json = JsonText.object();
        pair.expected().ifPresent(row -> json.set("expected", values(row.values())));
        pair.actual().ifPresent(row -> json.set("actual", values(row.values())));
        return json;
    }

    /** Values in the order of the columns. */
    static ArrayNode values(List<Optional<String>> values) {
        ArrayNode array = JsonText.texts(List.of());
        values.forEach(value -> value.ifPresentOrElse(array::add, array::addNull));
        return array;
    }
}
