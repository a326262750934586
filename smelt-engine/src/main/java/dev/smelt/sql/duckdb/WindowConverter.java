package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Landmarks;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import dev.smelt.sql.WindowSpec;
import dev.smelt.sql.WindowSpec.Frame;
import dev.smelt.sql.WindowSpec.FrameBound;
import dev.smelt.sql.WindowSpec.FrameUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Window calls. A named window is already put in its place by the engine. */
final class WindowConverter {
    private static final Set<String> NO_NAME = Set.of("partition", "order", "range", "rows", "groups");

    private final Conversion conversion;
    private final Landmarks landmarks;

    WindowConverter(Conversion conversion) {
        this.conversion = conversion;
        this.landmarks = conversion.landmarks();
    }

    Expr convert(EngineNode node, Span place) {
        conversion.only(
                node,
                place,
                "function_name",
                "partitions",
                "orders",
                "start",
                "end",
                "start_expr",
                "end_expr",
                "ignore_nulls",
                "filter_expr",
                "exclude_clause",
                "distinct",
                "arg_orders",
                "has_ignore_nulls",
                "arguments");
        Expr.Call call = new CallConverter(conversion)
                .call(node, conversion.optional(node, "filter_expr", place), node.nodes("arg_orders"), place);
        Span over = landmarks.over(place);
        WindowSpec window = new WindowSpec(
                Optional.empty(),
                conversion.exprs(node.nodes("partitions"), over),
                conversion.queries().orderBy(node.nodes("orders"), over),
                frame(node, over),
                over);
        return new Expr.WindowCall(call, window, node.flag("ignore_nulls"), place);
    }

    private Optional<Frame> frame(EngineNode node, Span over) {
        Optional<Span> written = frameSpan(over, new HashSet<>());
        boolean standard = node.text("start").equals("UNBOUNDED_PRECEDING")
                && node.text("end").equals("CURRENT_ROW_RANGE")
                && node.text("exclude_clause").equals("NO_OTHER");
        if (written.isEmpty() && standard) {
            return Optional.empty();
        }
        Span place = written.orElse(over);
        return Optional.of(new Frame(
                unit(node, written, place),
                bound(node, "start", place),
                bound(node, "end", place),
                !node.text("exclude_clause").equals("NO_OTHER"),
                place));
    }

    /** Where the frame is written: in OVER, or in the named window that it starts from. */
    private Optional<Span> frameSpan(Span window, Set<String> seen) {
        Span frame = landmarks.frame(window);
        if (!frame.equals(window)) {
            return Optional.of(frame);
        }
        Tokens tokens = conversion.tokens();
        int first = tokens.indexFrom(window.start());
        first += tokens.isSymbol(first, "(") ? 1 : 0;
        boolean named = tokens.isName(first)
                && tokens.get(first).end() <= window.end()
                && !NO_NAME.contains(tokens.textAt(first).toLowerCase(Locale.ROOT));
        String name = named ? tokens.name(first) : "";
        if (!named || !seen.add(name.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        Region select = conversion.queries().selects().current();
        Span within = conversion.layout().span(select, window);
        Span definition = landmarks.namedWindow(within, name);
        return definition.equals(within) ? Optional.empty() : frameSpan(definition, seen);
    }

    private FrameUnit unit(EngineNode node, Optional<Span> written, Span place) {
        Tokens tokens = conversion.tokens();
        String word = written.map(
                        span -> tokens.textAt(tokens.indexFrom(span.start())).toUpperCase(Locale.ROOT))
                .orElseGet(() -> (node.text("start") + node.text("end")).contains("_GROUPS")
                        ? "GROUPS"
                        : (node.text("start") + node.text("end")).contains("_ROWS") ? "ROWS" : "RANGE");
        for (String bound : List.of(node.text("start"), node.text("end"))) {
            for (FrameUnit unit : FrameUnit.values()) {
                if (bound.endsWith("_" + unit) && !word.equals(unit.name())) {
                    throw new Unfaithful("This frame", place);
                }
            }
        }
        return FrameUnit.valueOf(word);
    }

    private FrameBound bound(EngineNode node, String side, Span place) {
        String text = node.text(side);
        if (text.equals("UNBOUNDED_PRECEDING")) {
            return new WindowSpec.UnboundedPreceding();
        }
        if (text.equals("UNBOUNDED_FOLLOWING")) {
            return new WindowSpec.UnboundedFollowing();
        }
        if (text.startsWith("CURRENT_ROW")) {
            return new WindowSpec.CurrentRow();
        }
        Expr offset =
                conversion.optional(node, side + "_expr", place).orElseThrow(() -> new Unfaithful("This frame", place));
        if (text.startsWith("EXPR_PRECEDING")) {
            return new WindowSpec.Preceding(offset);
        }
        if (text.startsWith("EXPR_FOLLOWING")) {
            return new WindowSpec.Following(offset);
        }
        throw new Unfaithful("This frame", place);
    }
}
