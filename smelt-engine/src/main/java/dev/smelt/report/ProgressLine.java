package dev.smelt.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a run has come, in one line of a terminal that is drawn again and again. Where the terminal is narrow, what matters
 * least is left out first: what is being done and how long all of it will take stay to the last.
 *
 * @param spans from left to right
 */
public record ProgressLine(List<Span> spans) {
    private static final int BAR = 8;

    /** A piece of the line, and how loudly it is shown. */
    public record Span(String text, Emphasis emphasis) {}

    /** How loudly something is shown. */
    public enum Emphasis {
        STRONG,
        PLAIN,
        FAINT
    }

    /** What can be left out, in the order in which it is. */
    private enum Optionally {
        WINDOW,
        BAR,
        MODELS,
        ROWS,
        ELAPSED
    }

    public ProgressLine {
        spans = List.copyOf(spans);
    }

    /**
     * The line at an instant.
     *
     * @param width of the terminal, in columns; the line is shorter, so that no terminal wraps it
     */
    public static ProgressLine of(RunProgress progress, Instant now, int width) {
        Set<Optionally> shown = EnumSet.allOf(Optionally.class);
        List<Span> spans = spans(progress, now, shown);
        for (Optionally each : Optionally.values()) {
            if (length(spans) < width) {
                break;
            }
            shown.remove(each);
            spans = spans(progress, now, shown);
        }
        return new ProgressLine(cut(spans, Math.max(0, width - 1)));
    }

    /** The line without emphasis. */
    public String text() {
        return spans.stream().map(Span::text).collect(Collectors.joining());
    }

    private static List<Span> spans(RunProgress progress, Instant now, Set<Optionally> shown) {
        List<Span> spans = new ArrayList<>();
        boolean planned = !progress.models().isEmpty();
        if (planned && shown.contains(Optionally.BAR)) {
            spans.add(new Span(bar(progress.share()) + " ", Emphasis.FAINT));
        }
        Optional<RunProgress.Doing> doing = progress.doing();
        spans.add(new Span(label(doing, planned), Emphasis.STRONG));
        if (shown.contains(Optionally.WINDOW)) {
            doing.filter(RunProgress.Doing::isChunk)
                    .ifPresent(chunk -> spans.add(new Span(" " + chunk.window(), Emphasis.PLAIN)));
        }
        if (planned && shown.contains(Optionally.MODELS)) {
            String noun = doing.filter(RunProgress.Doing::isSeed).isPresent() ? "seed" : "model";
            String position = progress.position() + "/" + progress.models().size();
            spans.add(new Span(" | " + noun + " " + position, Emphasis.FAINT));
        }
        if (planned && shown.contains(Optionally.ROWS)) {
            spans.add(new Span(" | " + RunText.count(progress.rows(), "row"), Emphasis.FAINT));
        }
        if (shown.contains(Optionally.ELAPSED)) {
            spans.add(new Span(" | " + RunText.duration(Duration.between(progress.started(), now)), Emphasis.FAINT));
        }
        progress.remaining(now)
                .filter(left -> planned)
                .ifPresent(left -> spans.add(new Span(", about " + RunText.rounded(left) + " left", Emphasis.PLAIN)));
        return spans;
    }

    private static String label(Optional<RunProgress.Doing> doing, boolean planned) {
        return doing.map(each -> each.model().map(model -> model + " ").orElse("") + each.what())
                .orElse(planned ? "Starting" : "Planning");
    }

    private static String bar(double share) {
        int filled = (int) Math.floor(share * BAR);
        return "[" + "=".repeat(filled) + (filled < BAR ? ">" + " ".repeat(BAR - filled - 1) : "") + "]";
    }

    private static int length(List<Span> spans) {
        return spans.stream().mapToInt(span -> span.text().length()).sum();
    }

    /** Takes from the label what is too much: the rest is short. */
    private static List<Span> cut(List<Span> spans, int most) {
        int excess = length(spans) - most;
        if (excess <= 0) {
            return spans;
        }
        List<Span> cut = new ArrayList<>();
        int room = most;
        for (Span span : spans) {
            String text = span.text();
            if (span.emphasis() == Emphasis.STRONG && text.length() > excess + 2) {
                text = ".." + text.substring(excess + 2);
            }
            text = text.substring(0, Math.min(room, text.length()));
            room -= text.length();
            cut.add(new Span(text, span.emphasis()));
        }
        return cut;
    }
}
