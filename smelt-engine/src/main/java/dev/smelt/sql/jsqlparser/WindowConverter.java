package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import dev.smelt.sql.WindowSpec;
import dev.smelt.sql.WindowSpec.Frame;
import dev.smelt.sql.WindowSpec.FrameBound;
import dev.smelt.sql.WindowSpec.FrameUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.WindowDefinition;
import net.sf.jsqlparser.expression.WindowElement;
import net.sf.jsqlparser.expression.WindowOffset;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.statement.select.OrderByElement;

/** Windows and their frames. */
final class WindowConverter {
    private final Conversion conversion;
    private final Deque<Map<String, WindowSpec>> named = new ArrayDeque<>();

    WindowConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    WindowSpec of(AnalyticExpression analytic, Span call) {
        Span place = conversion.positions().landmarks().over(call);
        if (analytic.getWindowName() != null) {
            return named(Tokens.unquoted(analytic.getWindowName()), place);
        }
        return spec(
                analytic.getPartitionExpressionList(),
                analytic.getOrderByElements(),
                Optional.ofNullable(analytic.getWindowElement()),
                place);
    }

    WindowSpec of(WindowDefinition definition, Span place) {
        return spec(
                definition.getPartitionExpressionList(),
                definition.getOrderByElements(),
                Optional.ofNullable(definition.getWindowElement()),
                place);
    }

    /** Makes the windows of a SELECT known by name. */
    void enter(List<WindowDefinition> definitions, Span select) {
        Map<String, WindowSpec> windows = new HashMap<>();
        for (WindowDefinition definition : definitions) {
            String name = Tokens.unquoted(definition.getWindowName());
            Span place = conversion.positions().landmarks().namedWindow(select, name);
            windows.put(name.toLowerCase(Locale.ROOT), of(definition, place));
        }
        named.push(windows);
    }

    void leave() {
        named.pop();
    }

    /** A named window is put in its place, as the engine does. */
    private WindowSpec named(String name, Span place) {
        WindowSpec window = named.isEmpty() ? null : named.peek().get(name.toLowerCase(Locale.ROOT));
        if (window == null) {
            throw new Unfaithful("The window '" + name + "' here", place);
        }
        return new WindowSpec(Optional.empty(), window.partitionBy(), window.orderBy(), window.frame(), place);
    }

    private WindowSpec spec(
            ExpressionList<?> partition, List<OrderByElement> order, Optional<WindowElement> frame, Span place) {
        List<Expr> partitionBy = partition == null ? List.of() : conversion.exprs(partition, place);
        List<Query.OrderKey> orderBy = conversion.queries().orderBy(order, place);
        return new WindowSpec(
                Optional.empty(), partitionBy, orderBy, frame.map(element -> frame(element, place)), place);
    }

    private Frame frame(WindowElement element, Span window) {
        Span place = conversion.positions().landmarks().frame(window);
        FrameUnit unit = FrameUnit.valueOf(element.getType().name());
        FrameBound start;
        FrameBound end;
        if (element.getRange() == null) {
            start = bound(element.getOffset(), place);
            end = new WindowSpec.CurrentRow();
        } else {
            start = bound(element.getRange().getStart(), place);
            end = bound(element.getRange().getEnd(), place);
        }
        boolean excludes =
                element.getExclusion() != null && !element.getExclusion().name().equals("NO_OTHERS");
        return new Frame(unit, start, end, excludes, place);
    }

    private FrameBound bound(WindowOffset offset, Span near) {
        return switch (offset.getType()) {
            case CURRENT -> new WindowSpec.CurrentRow();
            case PRECEDING ->
                offset.getExpression() == null
                        ? new WindowSpec.UnboundedPreceding()
                        : new WindowSpec.Preceding(conversion.expr(offset.getExpression(), near));
            case FOLLOWING ->
                offset.getExpression() == null
                        ? new WindowSpec.UnboundedFollowing()
                        : new WindowSpec.Following(conversion.expr(offset.getExpression(), near));
            case EXPR -> throw new Unfaithful("This frame", near);
        };
    }
}
