package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.assertion.CheckOutcome;
import dev.smelt.report.CheckJson;
import dev.smelt.report.CheckReport;
import dev.smelt.report.CheckText;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.SummaryMarkdown;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the project's checks ({@code smelt.check}) on what is built: each is a query that must give no row. A violated one
 * of severity {@code error} fails the build, one of severity {@code warn} is a warning. {@code select} names checks, or
 * the models whose checks are meant. Writes nothing. A run makes the same checks as it goes, see {@code runChecks}.
 *
 * @since 0.1.0
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class CheckMojo extends AbstractSmeltMojo {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.check.skip", defaultValue = "false")
    private boolean skipCheck;

    public CheckMojo() {
        super("check");
    }

    @Override
    boolean skipsGoal() {
        return skipCheck;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) throws MojoFailureException {
        CheckReport report = smelt.check(selectors());
        output.show(CheckText.render(report), CheckJson.render(report));
        output.keepJUnit(JUnitSuite.of(report));
        output.keepSummary(SummaryMarkdown.of(report));
        report.of(CheckOutcome.Verdict.WARNED)
                .forEach(outcome ->
                        getLog().warn(outcome.diagnostic().orElseThrow().render()));
        List<CheckOutcome> failed = report.of(CheckOutcome.Verdict.FAILED);
        if (!failed.isEmpty()) {
            throw new MojoFailureException(report.summary() + ", see above: "
                    + failed.stream().map(outcome -> outcome.check().name()).collect(Collectors.joining(", ")));
        }
        if (report.outcomes().isEmpty()) {
            getLog().info("No checks: a .sql file with smelt.check name AS ( select ) declares one.");
        }
    }
}
