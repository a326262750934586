package dev.smelt.sql;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/**
 * A text in which the calls that ask for the time of day are replaced by one moment: each chunk is a transaction of its
 * own, and would have a time of its own.
 */
public final class PinnedClock {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);

    /** The engine's functions without arguments, and keywords, by what they give. */
    private static final Map<String, Gives> CLOCKS = Map.of(
            "now", Gives.INSTANT,
            "current_timestamp", Gives.INSTANT,
            "get_current_timestamp", Gives.INSTANT,
            "transaction_timestamp", Gives.INSTANT,
            "current_date", Gives.DATE,
            "today", Gives.DATE,
            "localtimestamp", Gives.TIMESTAMP,
            "current_localtimestamp", Gives.TIMESTAMP);

    private enum Gives {
        INSTANT,
        DATE,
        TIMESTAMP
    }

    private PinnedClock() {}

    /**
     * @param asOf the moment
     * @param zone in which the engine tells dates and local times
     */
    public static ExpandedSql pin(ExpandedSql sql, Query query, Instant asOf, ZoneId zone) {
        TreeMap<Integer, Pin> pins = new TreeMap<>();
        Set<Expr> naming = naming(query);
        for (Expr expression : Walk.expressions(query)) {
            if (expression instanceof Expr.Call call && call.arguments().isEmpty() && !naming.contains(call)) {
                pin(sql.text(), call, asOf, zone)
                        .ifPresent(pin -> pins.put(pin.span().start(), pin));
            }
        }
        return pins.isEmpty() ? sql : pinned(sql, List.copyOf(pins.values()));
    }

    /** What names a column, because no alias does, stays as it is. */
    private static Set<Expr> naming(Query query) {
        Set<Expr> found = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Query each : Walk.queries(query)) {
            if (each instanceof Query.Select select) {
                select.projections().stream()
                        .filter(projection -> projection.alias().isEmpty())
                        .forEach(projection -> found.addAll(Walk.expressions(projection.expression())));
            }
        }
        return found;
    }

    private record Pin(Span span, String literal) {}

    private static Optional<Pin> pin(String text, Expr.Call call, Instant asOf, ZoneId zone) {
        Gives gives = CLOCKS.get(call.name());
        boolean asWritten = gives != null
                && Pattern.matches(
                        "(?is)\"?" + call.name() + "\"?\\s*(\\(\\s*\\))?",
                        text.substring(call.span().start(), call.span().end()));
        return asWritten ? Optional.of(new Pin(call.span(), literal(gives, asOf, zone))) : Optional.empty();
    }

    private static String literal(Gives gives, Instant asOf, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(asOf, zone);
        return switch (gives) {
            case INSTANT ->
                "CAST('" + TIMESTAMP.format(LocalDateTime.ofInstant(asOf, ZoneOffset.UTC)) + "+00' AS TIMESTAMPTZ)";
            case DATE -> "CAST('" + DATE.format(local) + "' AS DATE)";
            case TIMESTAMP -> "CAST('" + TIMESTAMP.format(local) + "' AS TIMESTAMP)";
        };
    }

    private static ExpandedSql pinned(ExpandedSql sql, List<Pin> pins) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (Pin pin : pins) {
            text.append(sql.text(), from, pin.span().start()).append(pin.literal());
            from = pin.span().end();
        }
        text.append(sql.text(), from, sql.text().length());
        IntUnaryOperator moved = offset -> pins.stream()
                .filter(pin -> pin.span().start() < offset)
                .reduce(
                        offset,
                        (at, pin) -> at
                                + pin.literal().length()
                                - (Math.min(offset, pin.span().end())
                                        - pin.span().start()),
                        Integer::sum);
        List<ExpandedSql.Segment> segments = new ArrayList<>();
        for (ExpandedSql.Segment segment : sql.segments()) {
            segments.addAll(split(segment, pins, moved));
        }
        List<Reference> references = sql.references().stream()
                .map(reference -> new Reference(
                        reference.index(),
                        reference.target(),
                        reference.table(),
                        moved(reference.span(), moved),
                        reference.neededAlias()))
                .toList();
        segments.sort(Comparator.comparingInt(segment -> segment.span().start()));
        return new ExpandedSql(text.toString(), segments, references);
    }

    /** What stands for a call points at it; around it the segment's text is copied as before. */
    private static List<ExpandedSql.Segment> split(
            ExpandedSql.Segment segment, List<Pin> pins, IntUnaryOperator moved) {
        List<ExpandedSql.Segment> parts = new ArrayList<>();
        int from = segment.span().start();
        for (Pin pin : pins) {
            boolean inside = segment.verbatim() && segment.span().contains(pin.span());
            if (inside) {
                parts.add(part(segment, new Span(from, pin.span().start()), true, moved));
                parts.add(part(segment, pin.span(), false, moved));
                from = pin.span().end();
            }
        }
        parts.add(part(segment, new Span(from, segment.span().end()), segment.verbatim(), moved));
        return parts.stream()
                .filter(part -> part.span().start() < part.span().end())
                .toList();
    }

    private static ExpandedSql.Segment part(
            ExpandedSql.Segment segment, Span span, boolean verbatim, IntUnaryOperator moved) {
        int into = segment.verbatim() ? span.start() - segment.span().start() : 0;
        return new ExpandedSql.Segment(
                moved(span, moved), segment.source(), segment.sourceOffset() + into, verbatim, segment.expansion());
    }

    private static Span moved(Span span, IntUnaryOperator moved) {
        return new Span(moved.applyAsInt(span.start()), moved.applyAsInt(span.end()));
    }
}
