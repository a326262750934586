package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.report.StatusJson;
import dev.smelt.report.StatusReport;
import dev.smelt.report.StatusText;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Shows what the ledger knows about each model: built ranges, holes, open partitions, stale ones with the reason, and the
 * last runs. Writes nothing.
 *
 * @since 0.1.0
 */
@Mojo(name = "status", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class StatusMojo extends AbstractSmeltMojo {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.status.skip", defaultValue = "false")
    private boolean skipStatus;

    public StatusMojo() {
        super("status");
    }

    @Override
    boolean skipsGoal() {
        return skipStatus;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        StatusReport report = smelt.status(selectors());
        output.show(StatusText.render(report), StatusJson.render(report));
    }
}
