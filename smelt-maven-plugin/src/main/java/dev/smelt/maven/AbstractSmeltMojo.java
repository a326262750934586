package dev.smelt.maven;

import dev.smelt.Selectors;
import dev.smelt.Smelt;
import dev.smelt.SmeltSettings;
import dev.smelt.StopOnExit;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.CheckReport;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.RunJson;
import dev.smelt.report.RunText;
import dev.smelt.report.SummaryMarkdown;
import dev.smelt.run.RunListener;
import dev.smelt.run.RunSummary;
import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.settings.crypto.SettingsDecrypter;

/** What all goals share: skipping, finding the project, opening the engine, mapping errors. */
abstract class AbstractSmeltMojo extends AbstractMojo {

    private final String goal;

    /**
     * The directory that holds {@code smelt.yml}, such as {@code ${project.basedir}/pipeline}. Without it: the module's
     * base directory if that holds {@code smelt.yml}, else {@code src/main/smelt}. A module that has neither is passed
     * over.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.projectDir")
    private File projectDir;

    /**
     * The target under {@code targets} in {@code smelt.yml} to work on, such as {@code prod}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.target", defaultValue = "dev")
    private String target;

    /**
     * A database file that stands in for the target's own, such as {@code /tmp/try.duckdb}; a relative one lies in the
     * module's base directory.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.database")
    private File database;

    /**
     * The models meant, separated by commas: {@code silver.sessions}, {@code silver.*}, {@code models/silver/**},
     * {@code tag:daily}, {@code state:changed} for what {@code smelt:diff} shows, {@code +name} with all it reads,
     * {@code name+} with all that read it, {@code a&b} for what both select. Without it: every model.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.select")
    private String select;

    /**
     * The models left out, in the same words as {@code select}, such as {@code tag:slow}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.exclude")
    private String exclude;

    /**
     * Passes over every goal of this plugin; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.skip", defaultValue = "false")
    private boolean skip;

    /**
     * Where reports are written, as {@code <goal>.txt} and {@code <goal>.json}; for example
     * {@code ${project.build.directory}/reports}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.outputDirectory", defaultValue = "${project.build.directory}/smelt")
    private File outputDirectory;

    /**
     * The clock of this invocation: {@code 2026-05-01}, {@code 2026-05-01T05:00} (UTC) or an instant such as
     * {@code 2026-05-01T05:00:00Z}. It decides which partitions are over. Without it: now.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.asOf")
    private String asOf;

    /**
     * How many seconds to wait for a warehouse that another process or another goal of this build has open, such as
     * {@code 60}; {@code 0} fails at once. Whoever still has it open then is named.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.lockWait", defaultValue = "5")
    private int lockWait;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution mojoExecution;

    @Inject
    private SettingsDecrypter decrypter;

    /** @param goal the goal's name, {@code run} */
    AbstractSmeltMojo(String goal) {
        this.goal = goal;
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        GoalFailure.mapping(() -> {
            if (isSkipped()) {
                return;
            }
            GoalOutput output = new GoalOutput(
                    outputDirectory.toPath(),
                    goal,
                    StandardOutput.of(session).forReports(),
                    session.getRequest().getStartTime().toInstant());
            output.removeOld();
            Optional<Path> directory = projectDirectory();
            if (directory.isEmpty()) {
                getLog().info("Nothing to do: no smelt.yml in the module's base directory or in src/main/smelt.");
                return;
            }
            checkProperties();
            try (Smelt smelt = open(directory.get())) {
                perform(smelt, output);
            } catch (SmeltException failure) {
                if (!output.isSummed()) {
                    output.keepSummary(SummaryMarkdown.ofFailure(goal, failure.getMessage()));
                }
                throw failure;
            }
        });
    }

    /** Where the module's project is; empty where it has none. */
    final Optional<Path> projectDirectory() {
        return ProjectDirectory.locate(Optional.ofNullable(projectDir), baseDirectory());
    }

    final void checkProperties() {
        KnownProperties.check(
                session.getUserProperties(), mojoExecution.getMojoDescriptor().getPluginDescriptor());
    }

    final Smelt open(Path directory) {
        return Smelt.open(settings(directory));
    }

    /** Whether the goal is passed over; says so. */
    final boolean isSkipped() {
        String own = "smelt." + goal + ".skip";
        boolean all = isOn("smelt.skip", skip);
        boolean skipped = all || isOn(own, skipsGoal());
        if (skipped) {
            getLog().info("Skipped: " + (all ? "smelt.skip" : own) + " is set.");
        }
        return skipped;
    }

    /** Whether a flag is on, see {@link Flag}. */
    final boolean isOn(String property, boolean configured) {
        return Flag.isOn(property, configured, session.getUserProperties());
    }

    /** Whether the goal's own flag says to pass it over. */
    abstract boolean skipsGoal();

    /** Turns parameters into one request, asks the engine, and shows what came of it. */
    abstract void perform(Smelt smelt, GoalOutput output) throws MojoFailureException;

    final Selectors selectors() {
        return new Selectors(CommaList.parse(select), CommaList.parse(exclude));
    }

    /** What there is to say before or after the work: warnings as such, the rest as information. */
    final void log(List<Diagnostic> diagnostics) {
        for (Diagnostic diagnostic : diagnostics) {
            if (diagnostic.severity() == Diagnostic.Severity.NOTICE) {
                getLog().info(diagnostic.render());
            } else {
                getLog().warn(diagnostic.render());
            }
        }
    }

    /** Says what a run did, keeps it as the goal's report, and fails where the run did. */
    private void conclude(RunSummary summary, CheckReport checks, GoalOutput output, RunConsole console) {
        String text = RunText.summary(summary);
        output.keepSummary(SummaryMarkdown.of(summary, checks));
        if (!checks.outcomes().isEmpty()) {
            output.keepJUnit(JUnitSuite.of(checks));
        }
        output.keep(text + "\n", RunJson.of(summary));
        text.lines().forEach(line -> console.say(RunConsole.Level.INFO, line));
        summary.exception().ifPresent(failure -> {
            throw failure;
        });
    }

    /**
     * Does work that writes, so that Ctrl-C stops it cleanly, and keeps a report of it whatever comes of it. A process that
     * is killed leaves none: the old one was removed.
     */
    final void write(Smelt smelt, GoalOutput output, Function<RunListener, RunSummary> work) {
        try (RunConsole console = RunConsole.of(session, getLog());
                StopOnExit stop = StopOnExit.of(smelt, console::stop);
                InterruptSignal interrupt = InterruptSignal.of(session)) {
            LoggedRun log = new LoggedRun(console);
            RunSummary summary;
            try {
                summary = console.isLive() ? live(console, log, work) : work.apply(log);
            } catch (SmeltException refused) {
                output.keep(refused.getMessage() + "\n", RunJson.ofRefusal(goal, refused));
                throw refused;
            }
            conclude(summary, new CheckReport(log.checks()), output, console);
        }
    }

    private static RunSummary live(RunConsole console, LoggedRun log, Function<RunListener, RunSummary> work) {
        LiveRun live = new LiveRun(console, log, Clock.systemUTC());
        try {
            return work.apply(live);
        } finally {
            live.end();
            console.end();
        }
    }

    private SmeltSettings settings(Path directory) {
        Clock clock = Clock.systemUTC();
        return new SmeltSettings(
                directory,
                target,
                Optional.ofNullable(database).map(this::inBaseDirectory),
                Variables.of(session.getSystemProperties(), project.getProperties(), session.getUserProperties()),
                AsOf.parse(Optional.ofNullable(asOf), clock),
                clock,
                goal,
                new SettingsServers(session.getSettings(), decrypter),
                LockWait.of(lockWait));
    }

    /** A file of the user's; a relative one lies in the module's base directory. */
    final Path inBaseDirectory(File file) {
        return baseDirectory().resolve(file.toPath()).normalize();
    }

    private Path baseDirectory() {
        return project.getBasedir().toPath().toAbsolutePath().normalize();
    }
}
