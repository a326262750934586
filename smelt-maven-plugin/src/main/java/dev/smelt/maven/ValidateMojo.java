package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.SummaryMarkdown;
import dev.smelt.report.ValidationJson;
import dev.smelt.report.ValidationReport;
import dev.smelt.report.ValidationText;
import java.io.File;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Reads the whole project, binds every model, derives its windows and checks them, all without a warehouse. Fails the
 * build where anything is wrong, and shows everything that is.
 *
 * @since 0.1.0
 */
@Mojo(name = "validate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class ValidateMojo extends AbstractSmeltMojo {

    /**
     * A file that {@code smelt:snapshot} wrote, such as {@code deployed.json}: sources that leave their columns to the
     * warehouse have those that it says.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.snapshot")
    private File snapshot;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.validate.skip", defaultValue = "false")
    private boolean skipValidate;

    public ValidateMojo() {
        super("validate");
    }

    @Override
    boolean skipsGoal() {
        return skipValidate;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) throws MojoFailureException {
        ValidationReport report = Optional.ofNullable(snapshot)
                .map(this::inBaseDirectory)
                .map(file -> smelt.validate(selectors(), file))
                .orElseGet(() -> smelt.validate(selectors()));
        output.show(ValidationText.render(report), ValidationJson.render(report));
        output.keepJUnit(JUnitSuite.of(report));
        output.keepSummary(SummaryMarkdown.of(report));
        List<Diagnostic> errors = report.errors();
        if (!errors.isEmpty()) {
            String others = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more, see above)";
            throw new MojoFailureException(errors.get(0).render() + others);
        }
        getLog().info("Valid: " + ValidationText.summary(report));
    }
}
