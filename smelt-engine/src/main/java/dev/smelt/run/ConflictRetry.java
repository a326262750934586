package dev.smelt.run;

import dev.smelt.model.Address;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Runs work as one transaction, again from its beginning where what was in the way may pass. */
final class ConflictRetry {
    /** Before each further attempt: 0.6 s in all, so that a command that cannot win says so soon. */
    static final List<Duration> PAUSES = List.of(Duration.ofMillis(50), Duration.ofMillis(150), Duration.ofMillis(400));

    private final Warehouse warehouse;
    private final RunListener listener;
    private final RunContext context;

    ConflictRetry(Warehouse warehouse, RunListener listener, RunContext context) {
        this.warehouse = warehouse;
        this.listener = listener;
        this.context = context;
    }

    /** Commits what the work did and gives its result; whatever it throws, nothing of it is saved. */
    <T> T transaction(Address model, Function<Transaction, T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction transaction = warehouse.begin()) {
                // whoever stops the run cancels the transaction that is open then, and this one may just have begun
                if (context.shouldStop()) {
                    throw new StatementFailure(StatementFailure.Cause.CANCELLED, "Stopped.", "BEGIN", null);
                }
                T result = work.apply(transaction);
                transaction.commit();
                return result;
            } catch (StatementFailure failure) {
                boolean last = attempt > PAUSES.size();
                if (!failure.kind().isPassing() || last || context.shouldStop()) {
                    throw failure;
                }
                listener.on(new RunEvent.Retried(
                        model,
                        attempt,
                        PAUSES.size() + 1,
                        failure.kind() == StatementFailure.Cause.CONFLICT,
                        failure.getMessage()));
                if (!paused(PAUSES.get(attempt - 1))) {
                    throw failure;
                }
            }
        }
    }

    /** False where the thread was interrupted meanwhile; the interrupt is kept for the check between steps. */
    private static boolean paused(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
