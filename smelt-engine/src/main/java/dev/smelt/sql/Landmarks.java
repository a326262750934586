package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where the parts of an SQL text stand, found among its tokens: for readers whose trees do not say. */
public final class Landmarks {
    private final Tokens tokens;

    public Landmarks(Tokens tokens) {
        this.tokens = tokens;
    }

    /** The parts of the dotted name that begins at the offset, and where it stands. */
    public DottedName dottedName(int offset) {
        int i = tokens.indexFrom(offset);
        List<String> parts = new ArrayList<>();
        if (i < tokens.size() && tokens.get(i).kind() == Token.Kind.STRING) {
            String text = tokens.textAt(i);
            parts.add(text.substring(1, text.length() - 1).replace("''", "'"));
            return new DottedName(parts, tokens.get(i).span());
        }
        int last = i;
        while (tokens.isName(i)) {
            parts.add(tokens.name(i));
            last = i;
            i += tokens.isSymbol(i + 1, ".") ? 2 : tokens.size();
        }
        if (parts.isEmpty()) {
            throw new Unfaithful("A name", new Span(offset, offset));
        }
        return new DottedName(
                parts,
                new Span(
                        tokens.get(tokens.indexFrom(offset)).start(),
                        tokens.get(last).end()));
    }

    /** Extends a span to the left over the words directly before it, the nearest word first. */
    public Span withWordsBefore(Span span, String... words) {
        int i = tokens.indexFrom(span.start()) - 1;
        int start = span.start();
        for (String word : words) {
            if (!tokens.isWord(i, word)) {
                break;
            }
            start = tokens.get(i--).start();
        }
        return new Span(start, span.end());
    }

    /** Extends a span to the right over any of the words directly after it. */
    public Span withWordsAfter(Span span, List<String> words) {
        int i = tokens.indexFrom(span.end());
        int end = span.end();
        while (i < tokens.size() && isAny(i, words)) {
            end = tokens.get(i++).end();
        }
        return new Span(span.start(), end);
    }

    /** Extends a span to the right over {@code ::type}. */
    public Span withCastAfter(Span span) {
        int i = tokens.indexFrom(span.end());
        while (tokens.isSymbol(i, ")")) {
            i++;
        }
        return tokens.isSymbol(i, "::") && i + 1 < tokens.size()
                ? new Span(span.start(), tokens.get(i + 1).end())
                : span;
    }

    /** The brackets of {@code OVER (...)}, or the name in {@code OVER name}, at the end of a window call. */
    public Span over(Span call) {
        int depth = 0;
        int from = tokens.indexFrom(call.start());
        for (int i = from; i < tokens.size() && tokens.get(i).start() < call.end(); i++) {
            depth += tokens.isSymbol(i, "(") ? 1 : tokens.isSymbol(i, ")") ? -1 : 0;
            if (depth == 0 && tokens.isWord(i, "over") && i + 1 < tokens.size()) {
                return group(i + 1);
            }
        }
        return call;
    }

    /** The brackets of {@code name AS (...)} in the WINDOW clause inside the span. */
    public Span namedWindow(Span within, String name) {
        for (int i = tokens.indexFrom(within.start()); i + 2 < tokens.size(); i++) {
            if (tokens.isName(i)
                    && tokens.name(i).equalsIgnoreCase(name)
                    && tokens.isWord(i + 1, "as")
                    && (tokens.isWord(i - 1, "window") || tokens.isSymbol(i - 1, ","))
                    && tokens.isSymbol(i + 2, "(")) {
                return group(i + 2);
            }
        }
        return within;
    }

    /** The frame clause inside the brackets of a window. */
    public Span frame(Span window) {
        int depth = 0;
        int start = -1;
        int end = window.end();
        for (int i = tokens.indexFrom(window.start());
                i < tokens.size() && tokens.get(i).end() <= window.end();
                i++) {
            depth += tokens.isSymbol(i, "(") ? 1 : tokens.isSymbol(i, ")") ? -1 : 0;
            if (depth == 1 && start < 0 && isAny(i, List.of("range", "rows", "groups")) && startsFrame(i)) {
                start = tokens.get(i).start();
            }
            if (depth >= 1) {
                end = tokens.get(i).end();
            }
        }
        return start < 0 ? window : new Span(start, end);
    }

    private boolean startsFrame(int i) {
        boolean inExpression = i > 0
                && (tokens.isWord(i - 1, "by")
                        || (tokens.get(i - 1).kind() == Token.Kind.SYMBOL
                                && !List.of("(", ")", "]").contains(tokens.textAt(i - 1))));
        String next = tokens.textAt(i + 1).toLowerCase(Locale.ROOT);
        return !inExpression
                && !List.of(",", ".", "(", ")", "order", "partition").contains(next);
    }

    /** From the words that introduce a clause ({@code GROUP BY}) to its last expression. */
    public Span clause(Span content, String word) {
        int i = tokens.indexFrom(content.start());
        while (i > 0 && !(tokens.isWord(i, word) && tokens.isWord(i + 1, "by"))) {
            i--;
        }
        return tokens.isWord(i, word) ? new Span(tokens.get(i).start(), content.end()) : content;
    }

    private Span group(int open) {
        int close = tokens.isSymbol(open, "(") ? tokens.closing(open).orElse(open) : open;
        return new Span(tokens.get(open).start(), tokens.get(close).end());
    }

    private boolean isAny(int i, List<String> words) {
        return words.stream().anyMatch(word -> tokens.isWord(i, word));
    }

    /** The parts of a name, quotes removed, and where it stands. */
    public record DottedName(List<String> parts, Span span) {
        public DottedName {
            parts = List.copyOf(parts);
        }
    }
}
