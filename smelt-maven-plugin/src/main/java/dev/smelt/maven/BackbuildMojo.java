package dev.smelt.maven;

import dev.smelt.BuildRequest;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Rebuilds a range of output partitions of models, and what they need upstream: history that has a definition, computed
 * again.
 *
 * @since 0.1.0
 */
@Mojo(name = "backbuild", threadSafe = true, requiresProject = true)
public final class BackbuildMojo extends AbstractBuildMojo {

    /**
     * The first partition to rebuild: {@code 2026-04-01} or, at hour grain, {@code 2026-04-01T05:00}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.start")
    private String start;

    /**
     * The end of the range, exclusive, such as {@code 2026-04-19}.
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
    @Parameter(property = "smelt.backbuild.skip", defaultValue = "false")
    private boolean skipBackbuild;

    public BackbuildMojo() {
        super("backbuild");
    }

    @Override
    boolean skipsGoal() {
        return skipBackbuild;
    }

    @Override
    BuildRequest.Ask ask() {
        if (start == null || end == null) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C098",
                    "backbuild needs smelt.start and smelt.end: the partitions to rebuild, the end exclusive.",
                    "Give both, such as -Dsmelt.start=2026-05-01 -Dsmelt.end=2026-05-04."));
        }
        return new BuildRequest.Backbuild(start, end);
    }
}
