package dev.smelt.report;

import dev.smelt.model.Column;
import dev.smelt.report.LineageReport.ModelLineage;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A {@link LineageReport} for programs. */
public final class LineageJson {
    private LineageJson() {}

    public static String render(LineageReport report) {
        ObjectNode json = JsonText.object();
        json.put("project", report.project());
        json.set("models", JsonText.array(report.models(), LineageJson::model));
        return JsonText.print(json);
    }

    private static ObjectNode model(ModelLineage model) {
        ObjectNode json = JsonText.object();
        json.put("model", model.model().address().path());
        json.put("materialization", model.model().materialization().name().toLowerCase(Locale.ROOT));
        json.put("table", model.model().table().toString());
        json.set(
                "reads",
                JsonText.array(
                        model.inputs(),
                        input -> JsonText.object()
                                .put("name", input.address().path())
                                .put("table", input.table().toString())));
        json.set("columns", JsonText.array(model.schema().columns(), column -> column(model, column)));
        json.set("rows", JsonText.array(ColumnInputs.ofRows(model), LineageJson::input));
        return json;
    }

    private static ObjectNode column(ModelLineage model, Column column) {
        ObjectNode json = JsonText.object()
                .put("name", column.name())
                .put("type", column.type().toString())
                .put("nullable", column.nullable());
        List<String> expressions = model.expressions(column);
        if (!expressions.isEmpty()) {
            json.put("expression", String.join(" | ", expressions));
        }
        model.places(column).stream()
                .findFirst()
                .ifPresent(place ->
                        json.put("file", place.file()).put("line", place.line()).put("column", place.column()));
        json.set("inputs", JsonText.array(ColumnInputs.of(model, column), LineageJson::input));
        return json;
    }

    private static ObjectNode input(ColumnInputs input) {
        ObjectNode json = JsonText.object()
                .put("name", input.input().address().path())
                .put("column", input.column().orElse("*"));
        json.set(
                "uses",
                JsonText.texts(input.kinds().stream().map(LineageText::word).toList()));
        return json;
    }
}
