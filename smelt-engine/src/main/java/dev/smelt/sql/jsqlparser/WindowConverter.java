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
import java.util.List;
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

    WindowConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    WindowSpec of(AnalyticExpression analytic, Span call) {
        Span place = conversion.positions().landmarks().over(call);
        Optional<String> base = Optional.ofNullable(analytic.getWindowName()).map(Tokens::unquoted);
        return spec(
                base,
                analytic.getPartitionExpressionList(),
                analytic.getOrderByElements(),
                Optional.ofNullable(analytic.getWindowElement()),
                place);
    }

    WindowSpec of(WindowDefinition definition, Span place) {
        return spec(
                Optional.empty(),
                definition.getPartitionExpressionList(),
                definition.getOrderByElements(),
                Optional.ofNullable(definition.getWindowElement()),
                place);
    }

    private WindowSpec spec(
            Optional<String> base,
            ExpressionList<?> partition,
            List<OrderByElement> order,
            Optional<WindowElement> frame,
            Span place) {
        List<Expr> partitionBy = partition == null ? List.of() : conversion.exprs(partition, place);
        List<Query.OrderKey> orderBy = conversion.queries().orderBy(order, place);
        return new WindowSpec(base, partitionBy, orderBy, frame.map(element -> frame(element, place)), place);
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
