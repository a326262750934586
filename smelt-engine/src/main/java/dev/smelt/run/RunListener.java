package dev.smelt.run;

/**
 * Hears what a run does, on the thread of the run. What an event tells has been committed by then; an exception thrown
 * here ends the run.
 */
@FunctionalInterface
public interface RunListener {
    void on(RunEvent event);
}
