package dev.smelt.maven;

import dev.smelt.ExplainRequest;
import dev.smelt.Smelt;
import dev.smelt.report.ExplainJson;
import dev.smelt.report.ExplainReport;
import dev.smelt.report.ExplainText;
import java.util.Optional;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Shows the windows that are derived from a model's SQL: what a landed period makes it write, what it reads for that, and
 * the clause, file and line that proves each bound. Writes nothing.
 *
 * @since 0.1.0
 */
@Mojo(name = "explain", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class ExplainMojo extends AbstractSmeltMojo {

    /**
     * The landed window to show windows for, {@code start..end} with the end exclusive, such as
     * {@code 2026-04-10..2026-04-11}. Without it: the formulas alone.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.period")
    private String period;

    /**
     * Shows the statements that rewrite these windows too; {@code true} or {@code false}. Needs {@code period}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.showSql", defaultValue = "false")
    private boolean showSql;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.explain.skip", defaultValue = "false")
    private boolean skipExplain;

    public ExplainMojo() {
        super("explain");
    }

    @Override
    boolean skipsGoal() {
        return skipExplain;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        Optional<ExplainRequest.Period> window = Optional.ofNullable(period)
                .map(text -> WindowText.parse(text, "smelt.period"))
                .map(text -> new ExplainRequest.Period(text.start(), text.end()));
        ExplainReport report = smelt.explain(new ExplainRequest(selectors(), window, isOn("smelt.showSql", showSql)));
        output.show(ExplainText.render(report), ExplainJson.render(report));
    }
}
