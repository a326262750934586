package dev.smelt.maven;

import dev.smelt.diagnostics.SmeltException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/** The one place that says which of Maven's two failures an error of the engine is. */
final class GoalFailure {
    private GoalFailure() {}

    /** The body of a goal. */
    interface Work {
        void perform() throws MojoFailureException;
    }

    /**
     * Does the work.
     *
     * @throws MojoFailureException where the user's project is wrong: mending it is the user's turn
     * @throws MojoExecutionException where the tool could not do its work: lock, I/O, a bug
     */
    static void mapping(Work work) throws MojoExecutionException, MojoFailureException {
        try {
            work.perform();
        } catch (SmeltException e) {
            if (e.kind() == SmeltException.Kind.PROJECT) {
                throw new MojoFailureException(e.getMessage(), e);
            }
            throw new MojoExecutionException(e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new MojoExecutionException(
                    "smelt failed where it should not: " + e
                            + " Run again with -e and report what it prints; the warehouse holds only whole transactions.",
                    e);
        }
    }
}
