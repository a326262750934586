package dev.smelt.maven;

import dev.smelt.project.Starter;
import java.io.File;
import java.nio.file.Path;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes a small project that works, under {@code src/main/smelt}: {@code smelt.yml}, a seed, two models, a test and a check, and a POM
 * where there is none. Asks nothing, overwrites nothing, and says what to run next.
 *
 * @since 0.1.0
 */
@Mojo(name = "init", threadSafe = true, requiresProject = false)
public final class InitMojo extends AbstractMojo {

    /**
     * Passes over every goal of this plugin; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.skip", defaultValue = "false")
    private boolean skip;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.init.skip", defaultValue = "false")
    private boolean skipInit;

    /** Null where Maven was started without a POM. */
    @Parameter(defaultValue = "${project.basedir}", readonly = true)
    private File baseDirectory;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution mojoExecution;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        GoalFailure.mapping(() -> {
            boolean all = Flag.isOn("smelt.skip", skip, session.getUserProperties());
            if (all || Flag.isOn("smelt.init.skip", skipInit, session.getUserProperties())) {
                getLog().info("Skipped: " + (all ? "smelt.skip" : "smelt.init.skip") + " is set.");
                return;
            }
            KnownProperties.check(
                    session.getUserProperties(),
                    mojoExecution.getMojoDescriptor().getPluginDescriptor());
            String version = mojoExecution.getPlugin().getVersion();
            tell(Starter.write(directory(), version), version);
        });
    }

    private Path directory() {
        File directory = baseDirectory == null ? new File(session.getExecutionRootDirectory()) : baseDirectory;
        return directory.toPath().toAbsolutePath().normalize();
    }

    private void tell(Starter.Written written, String version) {
        written.files().forEach(file -> getLog().info("Wrote " + file));
        if (!written.pomWritten()) {
            getLog().info("The POM is left as it is. If it does not name the plugin yet, add to <build><plugins>:");
            getLog().info("  <plugin><groupId>dev.smelt</groupId><artifactId>smelt-maven-plugin</artifactId><version>"
                    + version + "</version></plugin>");
        }
        getLog().info(
                        "Next: mvn smelt:test, mvn smelt:seed smelt:run, then mvn smelt:status, and mvn smelt:report for a page to look at.");
    }
}
