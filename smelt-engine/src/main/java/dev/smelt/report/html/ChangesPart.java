package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.report.ProjectPicture;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the next run would change about the tables themselves. */
final class ChangesPart {
    private ChangesPart() {}

    static String render(ProjectPicture picture) {
        if (picture.pending().isEmpty()) {
            long unmade = picture.differences().stream()
                    .filter(each -> each.state() == SchemaDifference.State.NEW)
                    .count();
            String made = unmade == 0
                    ? "Every table has the columns of its model."
                    : "Models not built yet: " + unmade + ". Every other table has the columns of its model.";
            return element("p", "note", made);
        }
        return picture.pending().stream().map(ChangesPart::difference).collect(Collectors.joining());
    }

    private static String difference(SchemaDifference difference) {
        String head = element("h3", "title", difference.model().path());
        if (difference.state() == SchemaDifference.State.REMOVED) {
            return around(
                    "article",
                    "card change",
                    head + element("p", "", "The model is gone; its table " + difference.table() + " is still there."));
        }
        return around(
                "article",
                "card change",
                head + difference.changes().stream().map(ChangesPart::change).collect(Collectors.joining()));
    }

    private static String change(SchemaChange change) {
        String statements = change.statements().stream()
                .map(statement -> element("pre", "sql", statement))
                .collect(Collectors.joining());
        return around("p", "headline", element("code", "", change.headline()) + badge(change.outcome()))
                + element("p", "note", change.explanation())
                + (change.cure().isEmpty() ? "" : element("p", "note", change.cure()))
                + statements;
    }

    private static String badge(Outcome outcome) {
        String style = switch (outcome) {
            case NONE, SAFE -> "fresh";
            case LOGIC, REBUILD -> "stale";
            case REFUSED -> "bad";
        };
        return element("span", "badge " + style, outcome.name().toLowerCase(Locale.ROOT));
    }
}
