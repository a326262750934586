package dev.smelt.report;

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
        StringBuilder out = new StringBuilder("### smelt diff\n\n");
        String summary = DiffText.summary(differences);
        out.append("**").append(summary.substring("Summary: ".length())).append("**\n");
        if (differences.stream()
                .allMatch(each ->
                        each.state() == State.UNCHANGED && each.changes().isEmpty())) {
            return out.append("\nNo table changes.\n").toString();
        }
        out.append("\n| Model | Change | Verdict | What happens |\n| --- | --- | --- | --- |\n");
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
            row(out, model, code("NEW " + table), "new", "Created by the next run");
        }
        if (difference.state() == State.REMOVED) {
            row(out, model, code("REMOVED " + table), "removed", "Kept: smelt drops no table");
        }
        for (SchemaChange change : difference.changes()) {
            String what = change.explanation() + (change.cure().isEmpty() ? "" : ". " + change.cure());
            row(out, model, code(change.headline()), verdict(change.outcome()), text(what));
        }
    }

    private static String verdict(Outcome outcome) {
        String name = outcome.name().toLowerCase(Locale.ROOT);
        return outcome == Outcome.SAFE || outcome == Outcome.NONE ? name : "**" + name + "**";
    }

    private static void row(StringBuilder out, String... cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** A code span with a longer fence than any run of back ticks inside; a bar would end the table's cell even there. */
    private static String code(String text) {
        String fence = "`";
        while (text.contains(fence)) {
            fence += "`";
        }
        String padding = fence.length() > 1 ? " " : "";
        return fence + padding + text.replace("|", "\\|").replaceAll("\\s+", " ") + padding + fence;
    }

    private static String text(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("_", "\\_")
                .replaceAll("\\s+", " ");
    }
}
