package dev.smelt.report;

import static dev.smelt.report.MarkdownText.code;
import static dev.smelt.report.MarkdownText.row;
import static dev.smelt.report.MarkdownText.words;

import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.util.List;
import java.util.Locale;

/** Schema differences as Markdown, fit for a comment on a pull request: a table of verdicts, then the statements. */
public final class DiffMarkdown {
    private DiffMarkdown() {}

    public static String render(List<SchemaDifference> differences) {
        return "### smelt diff\n\n**" + summary(differences) + "**\n" + body(differences);
    }

    /** {@code 1 changed, 0 new, 0 removed, 0 unchanged}. */
    static String summary(List<SchemaDifference> differences) {
        return DiffText.summary(differences).substring("Summary: ".length());
    }

    /** The table of verdicts and the statements. */
    static String body(List<SchemaDifference> differences) {
        if (differences.stream()
                .allMatch(each ->
                        each.state() == State.UNCHANGED && each.changes().isEmpty())) {
            return "\nNo table changes.\n";
        }
        StringBuilder out =
                new StringBuilder("\n| Model | Change | Verdict | What happens |\n| --- | --- | --- | --- |\n");
        differences.forEach(difference -> rows(difference, out));
        List<String> statements = differences.stream()
                .flatMap(difference -> difference.statements().stream())
                .toList();
        if (!statements.isEmpty()) {
            out.append("\nStatements of the next run:\n\n```sql\n");
            statements.forEach(statement -> out.append(statement).append(";\n"));
            out.append("```\n");
        }
        return out.toString();
    }

    private static void rows(SchemaDifference difference, StringBuilder out) {
        String model = code(difference.model().path());
        String table = difference.table().sql();
        if (difference.state() == State.NEW && difference.outcome() != Outcome.REFUSED) {
            out.append(row(model, code("NEW " + table), "new", "Created by the next run"));
        }
        if (difference.state() == State.REMOVED) {
            out.append(row(model, code("REMOVED " + table), "removed", "Kept: smelt drops no table"));
        }
        for (SchemaChange change : difference.changes()) {
            String what = change.explanation() + (change.cure().isEmpty() ? "" : ". " + change.cure());
            out.append(row(model, code(change.headline()), verdict(change.outcome()), words(what)));
        }
    }

    private static String verdict(Outcome outcome) {
        String name = outcome.name().toLowerCase(Locale.ROOT);
        return outcome == Outcome.SAFE || outcome == Outcome.NONE ? name : "**" + name + "**";
    }
}
