package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Warehouse;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Whether the work was asked to stop, and the warehouse in which it is to be cancelled. */
final class Stopping {
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicReference<Warehouse> working = new AtomicReference<>();

    boolean isAsked() {
        return asked.get();
    }

    /** The flag first: a transaction that begins after the cancelling then sees it. */
    void stop() {
        if (asked.compareAndSet(false, true)) {
            Warehouse warehouse = working.get();
            if (warehouse != null) {
                warehouse.cancel();
            }
        }
    }

    /** Does work that writes; a failure of the engine outside of the steps of a run is told in our words. */
    <T> T during(Warehouse warehouse, Supplier<T> work) {
        working.set(warehouse);
        try {
            return work.get();
        } catch (StatementFailure failure) {
            throw isAsked()
                    ? SmeltException.tool(
                            Diagnostic.error(
                                    "SMELT-L105",
                                    "Stopped before anything was written, as asked.",
                                    "Give the same command again."),
                            failure)
                    : SmeltException.tool(
                            Diagnostic.error(
                                    "SMELT-L103",
                                    "The warehouse could not be read: " + failure.getMessage(),
                                    "See to the disk, the memory or the file, then give the same command again."),
                            failure);
        } finally {
            working.set(null);
        }
    }
}
