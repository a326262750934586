package dev.smelt;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops the work of a project when the JVM is told to end, by Ctrl-C for example: the statement that runs is cancelled, its
 * chunk rolled back, and the JVM waits until the work has said what is left. Close it when the work is over.
 */
public final class StopOnExit implements AutoCloseable {
    /** A statement that hears nothing for so long is left to the end of the process, which the warehouse survives. */
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook;

    private StopOnExit(Smelt smelt, Runnable announcement) {
        this.hook = new Thread(
                () -> {
                    announcement.run();
                    smelt.stop();
                    waitForTheEnd();
                },
                "smelt-stop");
    }

    /** @param announcement says to the user that the work is being stopped; runs on another thread */
    public static StopOnExit of(Smelt smelt, Runnable announcement) {
        StopOnExit stop = new StopOnExit(smelt, announcement);
        Runtime.getRuntime().addShutdownHook(stop.hook);
        return stop;
    }

    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the hook runs, and has just been told that the work is over
        }
    }

    private void waitForTheEnd() {
        try {
            over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
