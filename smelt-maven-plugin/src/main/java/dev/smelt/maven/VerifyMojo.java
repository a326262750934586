package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.VerifyRequest;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.SummaryMarkdown;
import dev.smelt.report.VerifyJson;
import dev.smelt.report.VerifyText;
import dev.smelt.verify.Verification;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Builds incremental models by partitions, in chunks of several sizes, and in full, over what their inputs hold now, and
 * fails where the rows differ: with the partition, some of the rows, and the override, function or assumption that is to
 * blame. Everything is built in temporary tables; the warehouse is opened for reading only.
 *
 * @since 0.1.0
 */
@Mojo(name = "verify", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class VerifyMojo extends AbstractSmeltMojo {

    /**
     * The first output partition to compare, such as {@code 2026-04-01}; needs {@code end}. Without both: the last 14
     * partitions that are built of each model.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.start")
    private String start;

    /**
     * The end of the window, exclusive, such as {@code 2026-04-19}. A window that cuts partitions is rounded to whole ones.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.end")
    private String end;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.verify.skip", defaultValue = "false")
    private boolean skipVerify;

    public VerifyMojo() {
        super("verify");
    }

    @Override
    boolean skipsGoal() {
        return skipVerify;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) throws MojoFailureException {
        Verification verification = smelt.verify(new VerifyRequest(selectors(), window()));
        output.show(VerifyText.render(verification), VerifyJson.render(verification));
        output.keepSummary(SummaryMarkdown.of(verification));
        int failed = verification.failed().size();
        if (failed > 0) {
            throw new MojoFailureException(
                    failed + " of " + verification.checked().size()
                            + (verification.checked().size() == 1 ? " model" : " models")
                            + " would not be what a full rebuild gives");
        }
    }

    private Optional<VerifyRequest.Window> window() {
        if ((start == null) != (end == null)) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C098",
                    "smelt." + (start == null ? "end" : "start") + " is given without smelt."
                            + (start == null ? "start" : "end") + ".",
                    "A window has both, its end exclusive; without a window the last built partitions are verified."));
        }
        return Optional.ofNullable(start).map(from -> new VerifyRequest.Window(from, end));
    }
}
