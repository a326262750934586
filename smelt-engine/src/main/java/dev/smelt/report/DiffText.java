package dev.smelt.report;

import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.util.List;

/** Schema differences as text: one paragraph per model that differs, then the counts. */
public final class DiffText {
    private DiffText() {}

    /** @param differences in the order in which they are printed; those without a change are only counted */
    public static String render(List<SchemaDifference> differences) {
        StringBuilder out = new StringBuilder();
        for (SchemaDifference difference : differences) {
            if (difference.state() != State.UNCHANGED || !difference.changes().isEmpty()) {
                model(difference, out);
                out.append('\n');
            }
        }
        return out.append(summary(differences)).append('\n').toString();
    }

    /** {@code Summary: 1 changed, 0 new, 0 removed, 0 unchanged} */
    static String summary(List<SchemaDifference> differences) {
        return "Summary: " + count(differences, State.CHANGED) + " changed, " + count(differences, State.NEW) + " new, "
                + count(differences, State.REMOVED) + " removed, " + count(differences, State.UNCHANGED)
                + " unchanged";
    }

    static long count(List<SchemaDifference> differences, State state) {
        return differences.stream()
                .filter(difference -> difference.state() == state)
                .count();
    }

    private static void model(SchemaDifference difference, StringBuilder out) {
        out.append("Model: ").append(difference.model()).append('\n');
        if (difference.state() == State.NEW) {
            out.append("  NEW ").append(difference.table().sql()).append('\n');
            if (difference.outcome() != Outcome.REFUSED) {
                out.append("  -> Created by the next run\n");
            }
        }
        if (difference.state() == State.REMOVED) {
            out.append("  REMOVED ").append(difference.table().sql()).append('\n');
            out.append("  -> Kept: no model makes it any more, and smelt drops no table\n");
        }
        difference.changes().forEach(change -> change(change, out));
    }

    private static void change(SchemaChange change, StringBuilder out) {
        out.append("  ").append(change.headline()).append('\n');
        out.append("  -> ").append(change.explanation()).append('\n');
        change.statements()
                .forEach(statement -> out.append("     ").append(statement).append('\n'));
        if (!change.cure().isEmpty()) {
            out.append("     ").append(change.cure()).append('\n');
        }
    }
}
