package dev.smelt.maven;

import dev.smelt.Smelt;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Loads the project's seeds (CSV, Parquet, JSON, {@code .seed.sql} scripts) into their tables, replacing what these held.
 *
 * @since 0.1.0
 */
@Mojo(name = "seed", threadSafe = true, requiresProject = true)
public final class SeedMojo extends AbstractSmeltMojo {

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.seed.skip", defaultValue = "false")
    private boolean skipSeed;

    public SeedMojo() {
        super("seed");
    }

    @Override
    boolean skipsGoal() {
        return skipSeed;
    }

    @Override
    void perform(Smelt smelt, GoalOutput output) {
        write(smelt, output, listener -> smelt.seed(selectors(), listener));
    }
}
