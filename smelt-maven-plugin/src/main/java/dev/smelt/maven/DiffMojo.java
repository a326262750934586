package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.report.DiffJson;
import dev.smelt.report.DiffMarkdown;
import dev.smelt.report.DiffText;
import dev.smelt.report.SummaryMarkdown;
import dev.smelt.schema.SchemaDifference;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compares each model with the table that is deployed for it and shows the migration that the next run would do. Fails the
 * build on what {@code failOn} names. Writes nothing.
 *
 * @since 0.1.0
 */
@Mojo(name = "diff", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class DiffMojo extends AbstractSmeltMojo {

    /**
     * The differences that fail the build, separated by commas: {@code any}, {@code none}, or some of {@code safe},
     * {@code rebuild}, {@code refused}, {@code logic}, {@code new}, {@code removed}; for example {@code rebuild,refused}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.failOn", defaultValue = "any")
    private String failOn;

    /**
     * What is printed: {@code text}, {@code json}, or {@code markdown} for a comment on a pull request. The report files
     * {@code diff.txt}, {@code diff.json} and {@code diff.md} hold all three, whatever is printed. They are there if and
     * only if the comparison could be made, whether or not it fails the build.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.format", defaultValue = "text")
    private String format;

    /**
     * A file that {@code smelt:snapshot} wrote, such as {@code deployed.json}: the models are compared with what it says
     * is deployed, with the same outcome, and no warehouse is opened.
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
    @Parameter(property = "smelt.diff.skip", defaultValue = "false")
    private boolean skipDiff;

    public DiffMojo() {
        super("diff");
    }

    @Override
    boolean skipsGoal() {
        return skipDiff;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) throws MojoFailureException {
        FailOn fails = FailOn.parse(failOn);
        String printed = Choice.of("smelt.format", format, List.of("text", "json", "markdown"));
        Optional<Path> known = Optional.ofNullable(snapshot).map(this::inBaseDirectory);
        List<SchemaDifference> differences =
                known.map(file -> smelt.diff(selectors(), file)).orElseGet(() -> smelt.diff(selectors()));
        String text = DiffText.render(differences);
        String json = DiffJson.render(differences);
        String markdown = DiffMarkdown.render(differences);
        output.keep(text, json);
        output.keepMarkdown(markdown);
        output.print(
                switch (printed) {
                    case "json" -> json;
                    case "markdown" -> markdown;
                    default -> text;
                });
        boolean detected = differences.stream().anyMatch(fails::names);
        output.keepSummary(SummaryMarkdown.of(
                differences, detected ? SummaryMarkdown.Detected.CHANGES : SummaryMarkdown.Detected.NOTHING));
        if (detected) {
            throw new MojoFailureException("schema changes detected");
        }
    }
}
