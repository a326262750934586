package dev.smelt.sql;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.SourceText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A model's SELECT as the engine gets it: references named by their tables, functions and ephemeral models expanded by
 * substitution, everything else exactly as the user wrote it. It knows for each stretch of its text which file it came
 * from.
 *
 * @param text trimmed of leading and trailing white space, never with a trailing semicolon
 * @param segments where the stretches of the text came from, in order, together covering it
 * @param references the occurrences of models, seeds and sources, in order of their position
 */
public record ExpandedSql(String text, List<Segment> segments, List<Reference> references) {
    /**
     * A stretch copied from one file.
     *
     * @param span where it stands in the expanded text
     * @param source the text it was copied from
     * @param sourceOffset the offset in that text at which the stretch begins; text that stands for other text (a table
     *     for a reference) points at what it stands for
     * @param verbatim whether the stretch is a copy; otherwise every offset in it has the place of its beginning
     * @param expansion the function expansion that it belongs to, empty for the model's own text
     */
    public record Segment(
            Span span, SourceText source, int sourceOffset, boolean verbatim, Optional<Expansion> expansion) {}

    /**
     * One call of a {@code smelt.define} function.
     *
     * @param id different for every call, nested ones too
     * @param function its name
     * @param parent the expansion whose body holds the call
     */
    public record Expansion(int id, String function, Optional<Expansion> parent) {
        /** The call that the model's own text makes. */
        public Expansion outermost() {
            return parent.map(Expansion::outermost).orElse(this);
        }
    }

    public ExpandedSql {
        segments = List.copyOf(segments);
        references = List.copyOf(references);
    }

    /** The place in the user's files of an offset of the text. */
    public Place place(int offset) {
        Segment segment = segmentAt(offset);
        int into = segment.verbatim() ? offset - segment.span().start() : 0;
        return segment.source().place(segment.sourceOffset() + into);
    }

    public Place place(Span span) {
        return place(span.start());
    }

    /** The function call whose body the offset lies in, empty in the model's own text and in a call's arguments. */
    public Optional<Expansion> expansionAt(int offset) {
        return segmentAt(offset).expansion();
    }

    /** The text of a span on one line: runs of white space become one blank. */
    public String clause(Span span) {
        return text.substring(span.start(), span.end()).replaceAll("\\s+", " ").trim();
    }

    /**
     * The text with each reference's table replaced by what the function gives; all else stays as it is, byte for byte.
     * Where the replacement is not the table itself, an alias is added where the reference needs one.
     */
    public String spliced(Function<Reference, Optional<String>> replacement) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        List<Reference> ordered = new ArrayList<>(references);
        ordered.sort(Comparator.comparingInt(reference -> reference.span().start()));
        for (Reference reference : ordered) {
            Optional<String> replaced = replacement.apply(reference);
            if (replaced.isEmpty()) {
                continue;
            }
            out.append(text, from, reference.span().start()).append(replaced.get());
            reference.neededAlias().ifPresent(alias -> out.append(" AS ").append(alias));
            from = reference.span().end();
        }
        return out.append(text, from, text.length()).toString();
    }

    private Segment segmentAt(int offset) {
        for (Segment segment : segments) {
            if (segment.span().start() <= offset && offset < segment.span().end()) {
                return segment;
            }
        }
        return segments.get(segments.size() - 1);
    }
}
