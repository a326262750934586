package dev.smelt;

import dev.smelt.model.Address;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** Does something for each model as soon as it is done for all that the model reads, on every processor there is. */
final class UpstreamsFirst {
    /** More do not help: the engine parses behind a lock or two, and memory is the user's. */
    private static final int MOST_THREADS = 8;

    private UpstreamsFirst() {}

    /**
     * Does the task for every model and returns when all are done.
     *
     * @param order the models, each after what it reads
     * @throws RuntimeException the task's own, of the first in order that failed; the others are still done
     */
    static void forEach(List<Address> order, Function<Address, Set<Address>> upstreams, Consumer<Address> task) {
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "smelt-analysis");
            thread.setDaemon(true);
            return thread;
        });
        try {
            forEach(order, upstreams, task, pool);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void forEach(
            List<Address> order, Function<Address, Set<Address>> upstreams, Consumer<Address> task, Executor pool) {
        Map<Address, CompletableFuture<Void>> all = new HashMap<>();
        for (Address model : order) {
            CompletableFuture<?>[] above = upstreams.apply(model).stream()
                    .filter(all::containsKey)
                    .map(all::get)
                    .toArray(CompletableFuture<?>[]::new);
            all.put(model, CompletableFuture.allOf(above).thenRunAsync(() -> task.accept(model), pool));
        }
        for (Address model : order) {
            try {
                all.get(model).join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw e;
            }
        }
    }
}
