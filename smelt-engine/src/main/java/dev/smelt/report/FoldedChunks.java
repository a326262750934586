package dev.smelt.report;

import dev.smelt.run.PartitionCounts;
import dev.smelt.run.RunEvent;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chunks of one model that were committed one after the other, told in one line: in a terminal each has been seen already,
 * and what scrolls away should be short.
 *
 * @param chunks in their order, all of one model
 */
public record FoldedChunks(List<RunEvent.ChunkFinished> chunks) {
    public static final FoldedChunks NONE = new FoldedChunks(List.of());

    public FoldedChunks {
        chunks = List.copyOf(chunks);
    }

    /** Whether the chunk goes on where these end. */
    public boolean continuesWith(RunEvent.ChunkFinished next) {
        return chunks.isEmpty() || last().model().equals(next.model());
    }

    public FoldedChunks plus(RunEvent.ChunkFinished next) {
        return new FoldedChunks(Stream.concat(chunks.stream(), Stream.of(next)).toList());
    }

    /** Whether the model has no chunk after these. */
    public boolean isComplete() {
        return !chunks.isEmpty() && last().number() == last().count();
    }

    /** The line; empty where there is no chunk. */
    public Optional<String> line() {
        if (chunks.size() < 2) {
            return chunks.stream().findFirst().flatMap(RunText::line);
        }
        RunEvent.ChunkFinished first = chunks.get(0);
        IntervalSet windows = IntervalSet.of(
                chunks.stream().map(RunEvent.ChunkFinished::window).toList());
        String which = first.number() == 1 && isComplete()
                ? " " + last().count() + " chunks "
                : " chunks " + first.number() + " to " + last().number() + " of " + last().count() + " ";
        return Optional.of(first.model() + which
                + windows.intervals().stream().map(this::format).collect(Collectors.joining(" ")) + ": " + rows() + ", "
                + compared() + RunText.duration(took()));
    }

    private RunEvent.ChunkFinished last() {
        return chunks.get(chunks.size() - 1);
    }

    private String format(Interval window) {
        return last().granularity().format(window);
    }

    private String rows() {
        return RunText.rows(
                chunks.stream().allMatch(RunEvent.ChunkFinished::inPlace),
                chunks.stream().mapToLong(RunEvent.ChunkFinished::inserted).sum(),
                chunks.stream().mapToLong(RunEvent.ChunkFinished::deleted).sum());
    }

    private String compared() {
        return chunks.stream()
                .flatMap(chunk -> chunk.compared().stream())
                .reduce(PartitionCounts::plus)
                .map(RunText::compared)
                .orElse("");
    }

    private Duration took() {
        return chunks.stream().map(RunEvent.ChunkFinished::elapsed).reduce(Duration.ZERO, Duration::plus);
    }
}
