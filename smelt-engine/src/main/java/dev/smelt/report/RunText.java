package dev.smelt.report;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.run.PartitionCounts;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run says in a log: one line per thing that happened, and a summary at its end. */
public final class RunText {
    private RunText() {}

    /** The line for an event, such as progress after each chunk; empty for events that a log does not show. */
    public static Optional<String> line(RunEvent event) {
        if (event instanceof RunEvent.ChunkFinished chunk) {
            return Optional.of(chunk(chunk));
        }
        if (event instanceof RunEvent.StepsLeft left) {
            return Optional.of(left(left));
        }
        if (event instanceof RunEvent.MaterializeFinished made) {
            return Optional.of(made(made));
        }
        if (event instanceof RunEvent.Migrated migrated) {
            if (migrated.statements() == 0) {
                // Only the ledger was told something.
                return Optional.empty();
            }
            return Optional.of(migrated.model() + " columns changed: " + count(migrated.statements(), "statement")
                    + ", " + duration(migrated.elapsed()));
        }
        if (event instanceof RunEvent.SeedFinished seed) {
            return Optional.of(seed.seed() + " seeded into " + seed.table() + ": " + count(seed.rows(), "row") + ", "
                    + duration(seed.elapsed()));
        }
        if (event instanceof RunEvent.LeftOut leftOut) {
            return Optional.of(leftOut.model() + ": " + count(leftOut.rows(), "row") + " without " + leftOut.partition()
                    + " left out");
        }
        if (event instanceof RunEvent.Retried retried) {
            String what = retried.conflict() ? "another transaction was in the way" : "the machine was busy";
            return Optional.of(retried.model() + ": " + what + " (" + retried.message() + "), attempt "
                    + (retried.attempt() + 1) + " of " + retried.attempts());
        }
        return ofChecks(event).or(() -> trouble(event));
    }

    private static Optional<String> ofChecks(RunEvent event) {
        if (event instanceof RunEvent.Checked checked) {
            CheckOutcome outcome = checked.outcome();
            return Optional.of(outcome.diagnostic()
                    .map(Diagnostic::render)
                    .orElseGet(() -> "check " + outcome.check().name() + " passed, " + duration(outcome.elapsed())));
        }
        if (event instanceof RunEvent.CheckPassedOver over) {
            return Optional.of("check " + over.check().name() + " not run: " + over.missing() + " is not built");
        }
        if (event instanceof RunEvent.StepGuarded guarded) {
            return Optional.of(guarded.model() + " skipped, because the check '" + guarded.check() + "' of "
                    + guarded.because() + " is violated");
        }
        return Optional.empty();
    }

    /** The closing summary, one line per model that was written and one for the whole; no line end at its end. */
    public static String summary(RunSummary summary) {
        if (summary.models().isEmpty()) {
            return "Nothing to do.";
        }
        List<String> lines = new ArrayList<>();
        summary.models().forEach(model -> lines.add("  " + model(model)));
        lines.add(0, head(summary));
        return String.join("\n", lines);
    }

    /** {@code 1.2 s}, {@code 48 s}, {@code 3 min 05 s}, {@code 2 h 10 min}. */
    static String duration(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 9_950) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return rounded(duration);
    }

    private static Optional<String> trouble(RunEvent event) {
        if (event instanceof RunEvent.StepFailed failed) {
            return Optional.of(failed.failure().diagnostic().render());
        }
        if (event instanceof RunEvent.StepSkipped skipped) {
            return Optional.of(skipped.model() + " skipped, because " + skipped.because() + " failed");
        }
        if (event instanceof RunEvent.Stopped stopped) {
            return Optional.of(stopped.diagnostic().render());
        }
        if (event instanceof RunEvent.Noticed noticed) {
            return Optional.of(noticed.diagnostic().render());
        }
        return Optional.empty();
    }

    private static String chunk(RunEvent.ChunkFinished chunk) {
        String done = chunk.model() + " chunk " + chunk.number() + "/" + chunk.count() + " "
                + chunk.granularity().format(chunk.window()) + ": "
                + rows(chunk.inPlace(), chunk.inserted(), chunk.deleted()) + ", "
                + chunk.compared().map(RunText::compared).orElse("") + duration(chunk.elapsed());
        int left = chunk.count() - chunk.number();
        return left == 0 ? done : done + "; " + left + " left, about " + rounded(chunk.remaining());
    }

    /** What one chunk did to rows, or several of a kind together. */
    static String rows(boolean inPlace, long inserted, long deleted) {
        return inPlace
                ? count(inserted, "row") + " updated in place"
                : count(inserted, "row") + " in, " + number(deleted) + " out";
    }

    static String compared(PartitionCounts counts) {
        return counts.rewritten() + " of " + count(counts.recomputed(), "partition") + " changed, ";
    }

    private static String left(RunEvent.StepsLeft left) {
        String windows = left.windows().intervals().stream()
                .map(window -> " "
                        + left.granularity()
                                .map(granularity -> granularity.format(window))
                                .orElse(""))
                .collect(Collectors.joining());
        return left.model() + windows + " left as it is: nothing that it reads came out changed";
    }

    private static String made(RunEvent.MaterializeFinished made) {
        String what = switch (made.how()) {
            case TABLE -> " table " + made.table() + " made: " + count(made.rows(), "row");
            case EMPTY_TABLE_IF_MISSING -> " table " + made.table() + " is there";
            case VIEW -> " view " + made.table() + " made";
            case SHOWN_ONLY -> " shown";
        };
        return made.model() + what + ", " + duration(made.elapsed());
    }

    private static String head(RunSummary summary) {
        long done = count(summary, RunSummary.State.DONE);
        List<String> parts = new ArrayList<>();
        parts.add(number(done) + " done");
        addIfAny(parts, count(summary, RunSummary.State.FAILED), "failed");
        addIfAny(parts, count(summary, RunSummary.State.SKIPPED), "skipped");
        addIfAny(parts, count(summary, RunSummary.State.NOT_REACHED), "not finished");
        String verb = switch (summary.outcome()) {
            case SUCCEEDED -> "Finished";
            case FAILED -> "Failed";
            case STOPPED -> "Stopped";
        };
        return verb + " in " + duration(summary.elapsed()) + ": " + String.join(", ", parts);
    }

    private static String model(RunSummary.ModelSummary model) {
        List<String> parts = new ArrayList<>();
        if (model.chunks() > 0) {
            parts.add(model.chunksDone() + "/" + count(model.chunks(), "chunk"));
        }
        model.partitions().ifPresent(partitions -> parts.add(partitions(partitions)));
        parts.add(count(model.inserted(), "row") + " in");
        if (model.chunks() > 0) {
            parts.add(number(model.deleted()) + " out");
        }
        addIfAny(parts, model.leftOutNull(), "left out");
        parts.add(duration(model.elapsed()));
        String rows = String.join(", ", parts);
        return switch (model.state()) {
            case DONE -> model.model() + ": " + rows;
            case FAILED -> model.model() + ": FAILED; " + rows;
            case SKIPPED -> model.model() + ": skipped";
            case NOT_REACHED -> model.model() + ": not finished; " + rows;
        };
    }

    private static String partitions(PartitionCounts counts) {
        return number(counts.rewritten()) + " of " + count(counts.announced(), "partition") + " rewritten";
    }

    private static long count(RunSummary summary, RunSummary.State state) {
        return summary.models().stream().filter(model -> model.state() == state).count();
    }

    private static void addIfAny(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(number(number) + " " + what);
        }
    }

    static String rounded(Duration duration) {
        long seconds = Math.max(1, (duration.toMillis() + 500) / 1000);
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds % 3600 / 60);
    }

    static String count(long number, String what) {
        return number(number) + " " + what + (number == 1 ? "" : "s");
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
