package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Expr.LiteralKind;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.Span;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.StringValue;

/** Constants. */
final class LiteralConverter {
    private final Positions positions;

    LiteralConverter(Positions positions) {
        this.positions = positions;
    }

    Optional<Expr> convert(Expression expression, Span place) {
        if (expression instanceof LongValue number) {
            return literal(LiteralKind.NUMBER, number.getStringValue(), firstToken(expression, place));
        }
        if (expression instanceof DoubleValue number) {
            return literal(LiteralKind.NUMBER, number.toString(), firstToken(expression, place));
        }
        if (expression instanceof BooleanValue truth) {
            return literal(LiteralKind.BOOLEAN, Boolean.toString(truth.getValue()), firstToken(expression, place));
        }
        if (expression instanceof NullValue) {
            return literal(LiteralKind.NULL, "NULL", firstToken(expression, place));
        }
        if (expression instanceof StringValue string) {
            return Optional.of(string(string, firstToken(expression, place)));
        }
        if (expression instanceof HexValue) {
            return Optional.of(ExprConverter.opaque("blob", List.of(), place));
        }
        if (expression instanceof DateTimeLiteralExpression time) {
            return Optional.of(time(time, place));
        }
        return Optional.empty();
    }

    /** The parser gives some literals the span of what they stand in, {@code 'x'} that of {@code 'x'::T}. */
    private Span firstToken(Expression expression, Span place) {
        if (positions.of(expression).isEmpty()) {
            return place;
        }
        int index = positions.index(place.start());
        return index < positions.tokens().size() ? positions.tokens().get(index).span() : place;
    }

    private static Optional<Expr> literal(LiteralKind kind, String text, Span place) {
        return Optional.of(new Expr.Literal(kind, text, place));
    }

    private static Expr string(StringValue string, Span place) {
        String value = string.getValue();
        String prefix = string.getPrefix() == null ? "" : string.getPrefix();
        boolean dollars = string.getQuoteStr() != null && string.getQuoteStr().startsWith("$");
        boolean plain = prefix.isEmpty() || (prefix.equalsIgnoreCase("e") && !value.contains("\\"));
        if (!plain) {
            return ExprConverter.opaque("string with escapes", List.of(), place);
        }
        return new Expr.Literal(LiteralKind.STRING, dollars ? value : value.replace("''", "'"), place);
    }

    private static Expr time(DateTimeLiteralExpression time, Span place) {
        String text = unquoted(time.getValue());
        return switch (time.getType()) {
            case DATE -> new Expr.Literal(LiteralKind.DATE, text, place);
            case TIMESTAMP, DATETIME -> new Expr.Literal(LiteralKind.TIMESTAMP, text, place);
            default ->
                new Expr.Cast(
                        new Expr.Literal(LiteralKind.STRING, text, place),
                        time.getType().name(),
                        false,
                        place);
        };
    }

    static String unquoted(String literal) {
        boolean quoted = literal.length() >= 2 && literal.startsWith("'") && literal.endsWith("'");
        return quoted ? literal.substring(1, literal.length() - 1).replace("''", "'") : literal;
    }

    /** The interval that a string literal says, where it is read exactly. */
    static Optional<Expr> intervalOf(Expr literal, Span place) {
        return literal instanceof Expr.Literal string && string.kind() == LiteralKind.STRING
                ? IntervalText.parse(string.text()).map(interval -> interval.at(place))
                : Optional.empty();
    }

    /** The interval of that many units, where the count is a whole number. */
    static Optional<Expr> intervalOf(String count, String unit, Span place) {
        return IntervalText.counted(unquoted(count), unit).map(interval -> interval.at(place));
    }
}
