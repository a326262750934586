package dev.smelt.relation;

import dev.smelt.model.SafetyOverride;
import dev.smelt.sql.ExpandedSql.Expansion;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.WindowSpec;
import dev.smelt.sql.WindowSpec.Frame;
import dev.smelt.sql.WindowSpec.FrameBound;
import dev.smelt.sql.WindowSpec.FrameUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads window calls: which rows a call can look at.
 *
 * <p>DuckDB 2.0 as measured: aggregates and FIRST/LAST/NTH_VALUE honour the frame; LAG, LEAD, ROW_NUMBER, RANK and NTILE do
 * so only with an ORDER BY argument of their own. In a {@code smelt.define} body a frame on one of these is taken as the
 * function's declaration.
 */
final class WindowReader {
    private static final Set<String> VALUE_FUNCTIONS =
            Set.of("first_value", "last_value", "nth_value", "first", "last");
    private static final Set<String> WITH_OWN_ORDER = Set.of("lag", "lead", "row_number", "rank", "ntile");

    private final Reading reading;
    private final Query.Select select;
    private final Block rows;
    private final ExpressionReader expressions;

    /** @param rows what the windows of the select are computed over; its conditions have been read */
    WindowReader(Reading reading, Query.Select select, Block rows, ExpressionReader expressions) {
        this.reading = reading;
        this.select = select;
        this.rows = rows;
        this.expressions = expressions;
    }

    /** The frame as understood, or why it does not count. */
    private record Framing(Optional<WindowUse.Frame> frame, String reason) {
        static Framing none(String reason) {
            return new Framing(Optional.empty(), reason);
        }
    }

    WindowUse read(Expr.WindowCall call) {
        WindowSpec window = resolved(call.window());
        Optional<Expansion> expansion =
                reading.input().sql().expansionAt(call.span().start());
        Framing framing = framing(call, window, expansion);
        String keys = window.partitionBy().stream()
                .map(key -> reading.input().sql().clause(key.span()))
                .collect(Collectors.joining(", "));
        return new WindowUse(
                call.call().name().toUpperCase(Locale.ROOT) + "()",
                window.partitionBy().stream().map(expressions::value).toList(),
                keys,
                framing.frame(),
                framing.reason(),
                expansion,
                SafetyOverride.ALLOW_WINDOW_FUNCTIONS,
                evidence(call, window, framing),
                call.span(),
                framing.frame().isPresent() && !honoursFrame(call.call()));
    }

    private Evidence evidence(Expr.WindowCall call, WindowSpec window, Framing framing) {
        String name = call.call().name().toUpperCase(Locale.ROOT) + "()";
        if (framing.frame().isPresent() && window.frame().isPresent()) {
            WindowUse.Frame frame = framing.frame().get();
            String says = name + " looks at rows whose " + Formula.of(frame.order()) + " lies in ["
                    + frame.back().map(span -> Formula.of(span.negated())).orElse("-infinity") + ", "
                    + frame.ahead().map(Formula::of).orElse("infinity") + "] of its own";
            return reading.evidence(window.frame().get().span(), says);
        }
        return reading.evidence(call.span(), name + " looks at the rows of its own partition keys");
    }

    private WindowSpec resolved(WindowSpec window) {
        if (window.base().isEmpty()) {
            return window;
        }
        Optional<WindowSpec> base = select.windows().stream()
                .filter(named -> named.name().equalsIgnoreCase(window.base().get()))
                .map(named -> resolved(named.window()))
                .findFirst();
        return base.map(each -> new WindowSpec(
                        Optional.empty(),
                        each.partitionBy(),
                        window.orderBy().isEmpty() ? each.orderBy() : window.orderBy(),
                        window.frame().isPresent() ? window.frame() : each.frame(),
                        window.span()))
                .orElse(window);
    }

    private Framing framing(Expr.WindowCall call, WindowSpec window, Optional<Expansion> expansion) {
        if (!honoursFrame(call.call())) {
            if (expansion.isEmpty() || window.frame().isEmpty()) {
                return Framing.none(call.call().name().toUpperCase(Locale.ROOT) + "() does not honour a frame"
                        + (WITH_OWN_ORDER.contains(call.call().name())
                                ? " unless the call has an ORDER BY of its own, as in " + ownOrder(call, window)
                                : ""));
            }
        }
        if (window.orderBy().isEmpty()) {
            return Framing.none("it has no ORDER BY, so it looks at its whole partition");
        }
        Value key = expressions.value(window.orderBy().get(0).expression());
        if (!(key instanceof Value.Term order)) {
            return Framing.none("its ORDER BY is no time column");
        }
        if (window.frame().isEmpty()) {
            // the engine's default: RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
            return reachesNulls(order, window, new WindowSpec.UnboundedPreceding(), new WindowSpec.CurrentRow())
                    ? nullsWithin(window)
                    : directed(order, window, Optional.empty(), Optional.of(Value.Span.NONE));
        }
        return explicit(order, window, window.frame().get());
    }

    /** {@code lag(v ORDER BY d)}. */
    private String ownOrder(Expr.WindowCall call, WindowSpec window) {
        String arguments = call.call().arguments().stream()
                .map(argument -> reading.input().sql().clause(argument.span()))
                .collect(Collectors.joining(", "));
        String order = window.orderBy().isEmpty()
                ? ".."
                : reading.input()
                        .sql()
                        .clause(window.orderBy().get(0).expression().span());
        return call.call().name() + "(" + (arguments.isEmpty() ? "" : arguments + " ") + "ORDER BY " + order + ")";
    }

    private boolean honoursFrame(Expr.Call call) {
        return VALUE_FUNCTIONS.contains(call.name())
                || (WITH_OWN_ORDER.contains(call.name()) && !call.orderBy().isEmpty())
                || (!WITH_OWN_ORDER.contains(call.name())
                        && reading.input().aggregates().contains(call.name()));
    }

    private Framing explicit(Value.Term order, WindowSpec window, Frame frame) {
        if (frame.unit() != FrameUnit.RANGE) {
            return Framing.none(frame.unit() + " counts rows, not time");
        }
        boolean backReadable = isReadable(frame.start(), order);
        boolean aheadReadable = isReadable(frame.end(), order);
        if (!backReadable || !aheadReadable) {
            return Framing.none("its RANGE offset is not a constant interval");
        }
        if (reachesNulls(order, window, frame.start(), frame.end())) {
            return nullsWithin(window);
        }
        Optional<Value.Span> back = frame.start() instanceof WindowSpec.UnboundedPreceding
                ? Optional.empty()
                : Optional.of(offset(frame.start(), order).negated());
        Optional<Value.Span> ahead = frame.end() instanceof WindowSpec.UnboundedFollowing
                ? Optional.empty()
                : Optional.of(offset(frame.end(), order));
        return directed(order, window, back, ahead);
    }

    /**
     * An open side of a frame also holds the rows whose order key is NULL, where these are sorted to that side. They belong to
     * no partition, so that no window would read them.
     */
    private boolean reachesNulls(Value.Term order, WindowSpec window, FrameBound start, FrameBound end) {
        boolean nullsFirst = window.orderBy().get(0).nullsFirst();
        boolean reached = nullsFirst
                ? start instanceof WindowSpec.UnboundedPreceding
                : end instanceof WindowSpec.UnboundedFollowing;
        return reached && mayBeNull(order.variable());
    }

    private boolean mayBeNull(Variable variable) {
        boolean declared = variable.home()
                .instance()
                .flatMap(instance -> instance.input().schema().column(variable.name()))
                .filter(column -> !column.nullable())
                .isPresent();
        boolean filtered = select.where().map(SelectReader::conjuncts).orElse(List.of()).stream()
                .anyMatch(conjunct -> isNotNull(conjunct, variable));
        boolean compared = UsableConstraints.between(rows, rows, List.of()).stream()
                .filter(constraint -> constraint.assumption().isEmpty())
                .anyMatch(constraint -> constraint.target() == variable || constraint.source() == variable);
        return !declared && !filtered && !compared;
    }

    private boolean isNotNull(Expr conjunct, Variable variable) {
        return conjunct instanceof Expr.IsNull test
                && test.negated()
                && expressions.value(test.operand()) instanceof Value.Term term
                && term.variable() == variable;
    }

    private Framing nullsWithin(WindowSpec window) {
        Expr key = window.orderBy().get(0).expression();
        return Framing.none("the open side of its frame also holds the rows whose "
                + reading.input().sql().clause(key.span()) + " is NULL, unless WHERE says that it IS NOT NULL");
    }

    private Framing directed(
            Value.Term order, WindowSpec window, Optional<Value.Span> back, Optional<Value.Span> ahead) {
        boolean descending = window.orderBy().get(0).descending();
        return new Framing(
                Optional.of(
                        descending ? new WindowUse.Frame(order, ahead, back) : new WindowUse.Frame(order, back, ahead)),
                "");
    }

    private boolean isReadable(FrameBound bound, Value.Term order) {
        Optional<Expr> offset = offsetOf(bound);
        if (offset.isEmpty()) {
            return true;
        }
        boolean number = Arithmetic.integer(offset.get()).isPresent() && order.kind() == ValueKind.INTEGER;
        return number || expressions.value(offset.get()) instanceof Value.Span;
    }

    private static Optional<Expr> offsetOf(FrameBound bound) {
        if (bound instanceof WindowSpec.Preceding preceding) {
            return Optional.of(preceding.offset());
        }
        return bound instanceof WindowSpec.Following following ? Optional.of(following.offset()) : Optional.empty();
    }

    /** The bound relative to the row: negative before it. */
    private Value.Span offset(FrameBound bound, Value.Term order) {
        Optional<Expr> offset = offsetOf(bound);
        if (offset.isEmpty()) {
            return Value.Span.NONE;
        }
        Value.Span span = order.kind() == ValueKind.INTEGER
                ? new Value.Span(0, 0, Arithmetic.integer(offset.get()).orElse(0L))
                : (Value.Span) expressions.value(offset.get());
        return bound instanceof WindowSpec.Preceding ? span.negated() : span;
    }
}
