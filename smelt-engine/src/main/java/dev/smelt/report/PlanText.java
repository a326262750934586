package dev.smelt.report;

import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import java.util.List;

/** The statements of a plan as a dry run prints them. */
public final class PlanText {
    private PlanText() {}

    /**
     * The plan's text, each line ended by a line feed; empty where the plan does nothing. The dirty set of a run since
     * upstream changes comes first, see {@link DirtySetText}.
     */
    public static String of(Plan plan) {
        StringBuilder out = new StringBuilder();
        plan.dirtySet().ifPresent(dirty -> out.append(DirtySetText.of(dirty)));
        String statements = statements(plan.steps());
        if (out.length() > 0 && !statements.isEmpty()) {
            out.append('\n');
        }
        return out.append(statements).toString();
    }

    private static String statements(List<Step> steps) {
        boolean severalModels = steps.stream()
                        .filter(Step.Chunk.class::isInstance)
                        .map(Step::model)
                        .distinct()
                        .count()
                > 1;
        StringBuilder out = new StringBuilder();
        for (Step step : steps) {
            if (step instanceof Step.Materialize preview) {
                out.append("-- Would run: ")
                        .append(preview.model())
                        .append(" (materialization shown below)\n")
                        .append(preview.select())
                        .append("\n\n");
            } else if (step instanceof Step.Migrate migrate) {
                migrate(out, migrate);
            } else if (step instanceof Step.Chunk chunk) {
                chunk(out, chunk, severalModels);
            }
        }
        return out.toString();
    }

    private static void migrate(StringBuilder out, Step.Migrate migrate) {
        if (migrate.statements().isEmpty()) {
            return;
        }
        out.append("-- migrate ").append(migrate.model()).append("\nBEGIN\n");
        migrate.statements()
                .forEach(statement -> out.append("  ").append(statement).append('\n'));
        out.append("COMMIT\n");
    }

    private static void chunk(StringBuilder out, Step.Chunk chunk, boolean named) {
        out.append("-- chunk ").append(chunk.number()).append('/').append(chunk.count());
        if (named) {
            out.append(" of ").append(chunk.model());
        }
        out.append(": ").append(chunk.granularity().format(chunk.window()));
        if (chunk.comparison().isPresent()) {
            out.append(", of which only partitions that come out otherwise are rewritten");
        }
        if (chunk.update().isPresent()) {
            out.append(", updated in place");
        }
        out.append("\nBEGIN\n");
        chunk.statements()
                .forEach(statement -> out.append("  ").append(statement).append('\n'));
        out.append("COMMIT\n");
    }
}
