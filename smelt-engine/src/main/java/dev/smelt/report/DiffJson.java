package dev.smelt.report;

import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Schema differences for programs; models without a change are listed too. */
public final class DiffJson {
    private DiffJson() {}

    public static String render(List<SchemaDifference> differences) {
        ObjectNode json = JsonText.object();
        ObjectNode summary = json.putObject("summary");
        for (State state : List.of(State.CHANGED, State.NEW, State.REMOVED, State.UNCHANGED)) {
            summary.put(lower(state), DiffText.count(differences, state));
        }
        json.set("models", JsonText.array(differences, DiffJson::model));
        return JsonText.print(json);
    }

    private static ObjectNode model(SchemaDifference difference) {
        ObjectNode json = JsonText.object()
                .put("model", difference.model().path())
                .put("table", difference.table().toString())
                .put("state", lower(difference.state()))
                .put("outcome", lower(difference.outcome()));
        json.set("changes", JsonText.array(difference.changes(), DiffJson::change));
        return json;
    }

    private static ObjectNode change(SchemaChange change) {
        ObjectNode json = JsonText.object()
                .put("change", change.headline())
                .put("outcome", lower(change.outcome()))
                .put("explanation", change.explanation());
        json.set("statements", JsonText.texts(change.statements()));
        return json.put("cure", change.cure());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
