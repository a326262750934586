package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.report.html.HtmlReport;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes one HTML page about the project, {@code report.html} in {@code outputDirectory}: the graph of models, what is
 * built, missing, open or stale of each, the derived windows with the clauses that prove them, pending schema changes,
 * and the last runs. The page needs neither network nor script. Writes nothing to the warehouse.
 *
 * @since 0.1.0
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class ReportMojo extends AbstractSmeltMojo {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.report.skip", defaultValue = "false")
    private boolean skipReport;

    public ReportMojo() {
        super("report");
    }

    @Override
    boolean skipsGoal() {
        return skipReport;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        getLog().info("Report: " + output.keepPage(HtmlReport.render(smelt.picture(selectors()))));
    }
}
