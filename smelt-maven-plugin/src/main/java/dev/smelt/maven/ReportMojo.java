package dev.smelt.maven;

import dev.smelt.Smelt;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.html.HtmlReport;
import java.io.File;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.apache.maven.doxia.sink.Sink;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.reporting.MavenReport;
import org.apache.maven.reporting.MavenReportException;

/**
 * Writes one HTML page about the project, {@code report.html} in {@code outputDirectory}: the graph of models, what is
 * built, missing, open or stale of each, the derived windows with the clauses that prove them, pending schema changes,
 * and the last runs. The page needs neither network nor script. Writes nothing to the warehouse.
 *
 * <p>Named in the POM's {@code <reporting>} it puts the page into the site of {@code mvn site}, among the project reports.
 *
 * @since 0.1.0
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = true)
public final class ReportMojo extends AbstractSmeltMojo implements MavenReport {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.report.skip", defaultValue = "false")
    private boolean skipReport;

    /** Set by the site plugin. */
    private File siteDirectory;

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

    @Override
    public void generate(Sink sink, Locale locale) throws MavenReportException {
        inSite(() -> {
            checkProperties();
            try (Smelt smelt = open(projectDirectory().orElseThrow())) {
                Path page = siteDirectory.toPath().resolve(getOutputName() + ".html");
                GoalOutput.replace(page, HtmlReport.render(smelt.picture(selectors())));
            }
            return true;
        });
    }

    /** False where the goal is skipped or the module has no project: the site then has no such page. */
    @Override
    public boolean canGenerateReport() throws MavenReportException {
        return inSite(() -> !isSkipped() && projectDirectory().isPresent());
    }

    /** The page is whole, with a style of its own: the site links to it and puts nothing around it. */
    @Override
    public boolean isExternalReport() {
        return true;
    }

    @Override
    public String getOutputName() {
        return "smelt-report";
    }

    @Override
    public String getCategoryName() {
        return CATEGORY_PROJECT_REPORTS;
    }

    @Override
    public String getName(Locale locale) {
        return "smelt";
    }

    @Override
    public String getDescription(Locale locale) {
        return "SQL models: their graph, what is built, missing, open or stale of each, the derived windows with the clauses"
                + " that prove them, pending changes, and the last runs.";
    }

    @Override
    public void setReportOutputDirectory(File directory) {
        siteDirectory = directory;
    }

    @Override
    public File getReportOutputDirectory() {
        return siteDirectory;
    }

    private static boolean inSite(BooleanSupplier work) throws MavenReportException {
        try {
            return work.getAsBoolean();
        } catch (SmeltException failure) {
            throw new MavenReportException(failure.getMessage(), failure);
        }
    }
}
