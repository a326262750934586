package dev.smelt.sql;

import dev.smelt.model.Address;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A stretch of an expanded text before it has its place in it.
 *
 * @param text what it says
 * @param source the text that it was copied from or stands for
 * @param offset where in that text it begins
 * @param verbatim whether it is a copy
 * @param expansion the function call whose body it belongs to
 * @param target what it names, where it is the table of a reference
 */
record Piece(
        String text,
        SourceText source,
        int offset,
        boolean verbatim,
        Optional<ExpandedSql.Expansion> expansion,
        Optional<Target> target) {
    /** What a reference names. */
    record Target(Address address, TableName table) {}

    static Piece copy(SourceText source, int from, int to, Scope scope) {
        return new Piece(source.text().substring(from, to), source, from, true, scope.expansion(), Optional.empty());
    }

    /** Text of ours, for something that the user wrote at the offset. */
    static Piece ours(String text, SourceText source, int offset, Scope scope) {
        return new Piece(text, source, offset, false, scope.expansion(), Optional.empty());
    }

    static Piece reference(Target target, SourceText source, int offset, Scope scope) {
        return new Piece(target.table().sql(), source, offset, false, scope.expansion(), Optional.of(target));
    }

    static String text(List<Piece> pieces) {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    static ExpandedSql assemble(SourceText own, List<Piece> pieces) {
        StringBuilder text = new StringBuilder();
        List<ExpandedSql.Segment> segments = new ArrayList<>();
        List<Reference> references = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.text.isEmpty()) {
                continue;
            }
            Span span = new Span(text.length(), text.length() + piece.text.length());
            text.append(piece.text);
            segments.add(new ExpandedSql.Segment(span, piece.source, piece.offset, piece.verbatim, piece.expansion));
            piece.target.ifPresent(target -> references.add(
                    new Reference(references.size(), target.address(), target.table(), span, Optional.empty())));
        }
        if (segments.isEmpty()) {
            segments.add(new ExpandedSql.Segment(new Span(0, 0), own, 0, true, Optional.empty()));
        }
        return new ExpandedSql(text.toString(), segments, references);
    }
}
