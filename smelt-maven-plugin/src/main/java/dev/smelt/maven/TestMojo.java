package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.assertion.TestOutcome;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.SummaryMarkdown;
import dev.smelt.report.TestJson;
import dev.smelt.report.TestReport;
import dev.smelt.report.TestText;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the project's tests ({@code smelt.test}) of models and functions: given rows in, expected rows out, on an empty
 * engine in memory. {@code select} names tests, or the models whose tests are meant. Needs no warehouse and writes nothing
 * to one.
 *
 * @since 0.1.0
 */
@Mojo(name = "test", defaultPhase = LifecyclePhase.TEST, threadSafe = true, requiresProject = true)
public final class TestMojo extends AbstractSmeltMojo {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.test.skip", defaultValue = "false")
    private boolean skipTest;

    public TestMojo() {
        super("test");
    }

    @Override
    boolean skipsGoal() {
        return skipTest;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) throws MojoFailureException {
        TestReport report = smelt.test(selectors());
        output.show(TestText.render(report), TestJson.render(report));
        output.keepJUnit(JUnitSuite.of(report));
        output.keepSummary(SummaryMarkdown.of(report));
        List<TestOutcome> failed = report.failed();
        if (!failed.isEmpty()) {
            throw new MojoFailureException(report.summary() + ", see above: "
                    + failed.stream().map(outcome -> outcome.test().name()).collect(Collectors.joining(", ")));
        }
        if (report.outcomes().isEmpty()) {
            getLog().info("No tests: a .sql file with smelt.test name AS ( select ) EXPECT ( rows ) declares one.");
        }
    }
}
