package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.util.Optional;

/** The parameters {@code chunkSize} and {@code perPartition}. */
final class ChunkSize {
    private ChunkSize() {}

    /** Partitions per chunk; empty for the derived size. */
    static Optional<Integer> of(Optional<Integer> chunkSize, boolean perPartition) {
        if (chunkSize.filter(size -> size < 1).isPresent()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C097", "smelt.chunkSize is " + chunkSize.get() + ".", "A chunk has at least 1 partition."));
        }
        if (perPartition && chunkSize.filter(size -> size > 1).isPresent()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C097",
                    "smelt.perPartition and smelt.chunkSize=" + chunkSize.get() + " contradict each other.",
                    "Give one of them."));
        }
        return perPartition ? Optional.of(1) : chunkSize;
    }
}
