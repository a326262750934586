package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.HistoryJson;
import dev.smelt.report.HistoryReport;
import dev.smelt.report.HistoryText;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Shows what ran, newest first: when, what was asked for, how it ended, and what it wrote of each model. With
 * {@code select} only runs that wrote one of these models. Writes nothing.
 *
 * @since 0.1.0
 */
@Mojo(name = "history", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class HistoryMojo extends AbstractSmeltMojo {

    /**
     * How many runs are shown at most, such as {@code 50}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.limit", defaultValue = "10")
    private int limit;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.history.skip", defaultValue = "false")
    private boolean skipHistory;

    public HistoryMojo() {
        super("history");
    }

    @Override
    boolean skipsGoal() {
        return skipHistory;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        if (limit < 1) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C101", "smelt.limit is " + limit + ".", "Give the number of runs to show, from 1."));
        }
        HistoryReport report = smelt.history(selectors(), limit);
        output.show(HistoryText.render(report), HistoryJson.render(report));
    }
}
