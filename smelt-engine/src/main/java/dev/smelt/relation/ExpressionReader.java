package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads scalar expressions of one block as {@link Value}s. What it does not understand becomes a variable of its own,
 * which nothing bounds: it never guesses.
 */
final class ExpressionReader {
    private final Environment environment;
    private final Block block;
    private final boolean zoned;
    private final Map<Expr, Value> known = new IdentityHashMap<>();
    private final Map<Expr, String> names = new IdentityHashMap<>();
    private final Set<String> resolving = new HashSet<>();

    ExpressionReader(Environment environment, Block block, boolean zoned) {
        this.environment = environment;
        this.block = block;
        this.zoned = zoned;
    }

    /** What an expression is called in messages where it is not looked into: its alias. */
    void call(Expr expression, String name) {
        names.put(expression, name);
    }

    Value value(Expr expression) {
        Value before = known.get(expression);
        if (before != null) {
            return before;
        }
        Value read = read(expression);
        known.put(expression, read);
        return read;
    }

    private Value read(Expr expression) {
        if (expression instanceof Expr.ColumnRef column) {
            return column(column);
        }
        if (expression instanceof Expr.Literal literal) {
            return literal(literal);
        }
        if (expression instanceof Expr.IntervalLiteral interval) {
            return new Value.Span(interval.months(), interval.days() * Granularity.MICROS_PER_DAY + interval.micros());
        }
        if (expression instanceof Expr.Negative negative) {
            return value(negative.operand()) instanceof Value.Span span ? span.negated() : opaque(expression);
        }
        if (expression instanceof Expr.Cast cast) {
            return cast(cast);
        }
        if (expression instanceof Expr.Binary binary) {
            return arithmetic(binary);
        }
        if (expression instanceof Expr.Call call) {
            return function(call);
        }
        if (expression instanceof Expr.Case choice) {
            return choice(choice);
        }
        return opaque(expression);
    }

    private Value column(Expr.ColumnRef column) {
        Optional<Value> found = environment.column(column);
        if (found.isPresent()) {
            return found.get();
        }
        String name = column.name().toLowerCase(Locale.ROOT);
        Optional<Expr> aliased = column.parts().size() == 1 ? environment.aliased(name) : Optional.empty();
        if (aliased.isPresent() && resolving.add(name)) {
            Value value = value(aliased.get());
            resolving.remove(name);
            return value;
        }
        return opaque(column);
    }

    private Value literal(Expr.Literal literal) {
        return switch (literal.kind()) {
            case DATE -> new Value.Constant(ValueKind.DATE);
            case TIMESTAMP -> new Value.Constant(ValueKind.TIMESTAMP);
            case STRING -> new Value.Constant(ValueKind.TEXT);
            case NUMBER -> new Value.Constant(ValueKind.INTEGER);
            case BOOLEAN, NULL -> new Value.Constant(ValueKind.OTHER);
        };
    }

    private Value cast(Expr.Cast cast) {
        Value operand = value(cast.operand());
        String type = cast.type().toUpperCase(Locale.ROOT).trim();
        boolean timestamp =
                type.equals("TIMESTAMP") || type.equals("DATETIME") || type.equals("TIMESTAMP WITHOUT TIME ZONE");
        boolean zonedTimestamp = type.equals("TIMESTAMPTZ") || type.equals(SqlType.TIMESTAMPTZ.text());
        ValueKind result = type.equals("DATE")
                ? ValueKind.DATE
                : timestamp || (zonedTimestamp && zoned) ? ValueKind.TIMESTAMP : ValueKind.OTHER;
        if (operand instanceof Value.Constant && result.isPointOnTimeAxis()) {
            return new Value.Constant(result);
        }
        if (operand.kind().isPointOnTimeAxis() && result.isPointOnTimeAxis()) {
            Optional<Value> converted = converted(operand, result);
            if (converted.isPresent()) {
                return converted.get();
            }
        }
        if (operand instanceof Value.Term term && term.kind() == ValueKind.INTEGER && isWide(type)) {
            return term;
        }
        return opaque(cast);
    }

    /** A cast of a choice casts whichever option it is. */
    private static Optional<Value> converted(Value operand, ValueKind result) {
        if (operand instanceof Value.Term term) {
            return Optional.of(
                    result == ValueKind.DATE && term.kind() != ValueKind.DATE
                            ? term.plus(new Value.FloorTo(Granularity.DAY), ValueKind.DATE)
                            : term.as(result));
        }
        if (!(operand instanceof Value.Choice choice)) {
            return Optional.empty();
        }
        List<Value> options = choice.options().stream()
                .flatMap(option -> converted(option, result).stream())
                .toList();
        return options.size() == choice.options().size()
                ? converted(choice.self(), result).map(self -> new Value.Choice(options, (Value.Term) self))
                : Optional.empty();
    }

    private static boolean isWide(String type) {
        return type.equals("INTEGER") || type.equals("INT") || type.equals("BIGINT") || type.equals("HUGEINT");
    }

    private Value arithmetic(Expr.Binary binary) {
        boolean plus = binary.operator().equals("+");
        if (!plus && !binary.operator().equals("-")) {
            return opaque(binary);
        }
        Value left = value(binary.left());
        Value right = value(binary.right());
        if (plus && left instanceof Value.Span && !(right instanceof Value.Span)) {
            return moved(right, (Value.Span) left, binary);
        }
        if (right instanceof Value.Span span) {
            return moved(left, plus ? span : span.negated(), binary);
        }
        Optional<Long> number = integer(binary.right());
        if (left.term().isPresent() && number.isPresent()) {
            Value.Term term = left.term().get();
            long amount = plus ? number.get() : -number.get();
            if (term.kind() == ValueKind.DATE) {
                return term.plus(new Value.Add(amount * Granularity.MICROS_PER_DAY), ValueKind.DATE);
            }
            if (term.kind() == ValueKind.INTEGER) {
                return term.plus(new Value.Add(amount), ValueKind.INTEGER);
            }
        }
        return opaque(binary);
    }

    /** Adds a span as the engine does: months first, then the rest; a date becomes a timestamp. */
    private Value moved(Value value, Value.Span span, Expr whole) {
        if (value instanceof Value.Constant constant && constant.kind().isPointOnTimeAxis()) {
            return new Value.Constant(ValueKind.TIMESTAMP);
        }
        if (value instanceof Value.Span other) {
            return new Value.Span(other.months() + span.months(), other.micros() + span.micros());
        }
        if (value.term().isEmpty() || !value.kind().isPointOnTimeAxis()) {
            return opaque(whole);
        }
        Value.Term result = value.term().get().as(ValueKind.TIMESTAMP);
        if (span.months() != 0) {
            result = result.plus(new Value.AddMonths(span.months()), ValueKind.TIMESTAMP);
        }
        return span.micros() == 0 ? result : result.plus(new Value.Add(span.micros()), ValueKind.TIMESTAMP);
    }

    /** A whole number written as such, with or without a sign. */
    static Optional<Long> integer(Expr expression) {
        if (expression instanceof Expr.Negative negative) {
            return integer(negative.operand()).map(number -> -number);
        }
        if (expression instanceof Expr.Literal literal
                && literal.kind() == Expr.LiteralKind.NUMBER
                && literal.text().matches("-?\\d{1,15}")) {
            return Optional.of(Long.parseLong(literal.text()));
        }
        return Optional.empty();
    }

    private Value function(Expr.Call call) {
        List<Expr> arguments = call.arguments();
        switch (call.name()) {
            case "date_trunc", "datetrunc" -> {
                return arguments.size() == 2 ? truncated(call, arguments.get(0), arguments.get(1)) : opaque(call);
            }
            case "time_bucket" -> {
                return arguments.size() == 2 ? bucketed(call) : opaque(call);
            }
            case "date" -> {
                return arguments.size() == 1
                        ? value(new Expr.Cast(arguments.get(0), "DATE", false, call.span()))
                        : opaque(call);
            }
            case "date_add" -> {
                return arguments.size() == 2 && value(arguments.get(1)) instanceof Value.Span span
                        ? moved(value(arguments.get(0)), span, call)
                        : opaque(call);
            }
            case "coalesce", "ifnull", "greatest", "least" -> {
                return oneOf(arguments, call);
            }
            default -> {
                return opaque(call);
            }
        }
    }

    private Value truncated(Expr.Call call, Expr unit, Expr operand) {
        Optional<Granularity> granularity =
                unit instanceof Expr.Literal literal ? unit(literal.text()) : Optional.empty();
        Value value = value(operand);
        if (granularity.isEmpty()
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return value instanceof Value.Constant ? new Value.Constant(ValueKind.TIMESTAMP) : opaque(call);
        }
        boolean alreadyThere =
                term.kind() == ValueKind.DATE && granularity.get().equals(Granularity.DAY);
        return alreadyThere
                ? term.as(ValueKind.TIMESTAMP)
                : term.plus(new Value.FloorTo(granularity.get()), ValueKind.TIMESTAMP);
    }

    /** The units that both engines and we truncate alike; weeks begin on Monday. */
    static Optional<Granularity> unit(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String singular = lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return Granularity.named(singular);
    }

    /** Only widths whose buckets are our granules: one hour, day, week (from a Monday) or month, quarter, year. */
    private Value bucketed(Expr.Call call) {
        Value width = value(call.arguments().get(0));
        Value value = value(call.arguments().get(1));
        if (!(width instanceof Value.Span span)
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return opaque(call);
        }
        Optional<Granularity> granularity = Optional.empty();
        if (span.months() == 0) {
            granularity = span.micros() == Granularity.MICROS_PER_HOUR
                    ? Optional.of(Granularity.HOUR)
                    : span.micros() == Granularity.MICROS_PER_DAY
                            ? Optional.of(Granularity.DAY)
                            : span.micros() == 7 * Granularity.MICROS_PER_DAY
                                    ? Optional.of(Granularity.WEEK)
                                    : Optional.empty();
        } else if (span.micros() == 0) {
            granularity = span.months() == 1
                    ? Optional.of(Granularity.MONTH)
                    : span.months() == 3
                            ? Optional.of(Granularity.QUARTER)
                            : span.months() == 12 ? Optional.of(Granularity.YEAR) : Optional.empty();
        }
        ValueKind result = term.kind() == ValueKind.DATE ? ValueKind.DATE : ValueKind.TIMESTAMP;
        return granularity.isEmpty() ? opaque(call) : term.plus(new Value.FloorTo(granularity.get()), result);
    }

    private Value choice(Expr.Case choice) {
        List<Expr> results = new ArrayList<>();
        choice.branches().forEach(branch -> results.add(branch.result()));
        choice.otherwise().ifPresent(results::add);
        return oneOf(results, choice);
    }

    private Value oneOf(List<Expr> expressions, Expr whole) {
        List<Value> options = new ArrayList<>();
        for (Expr each : expressions) {
            boolean isNull = each instanceof Expr.Literal literal && literal.kind() == Expr.LiteralKind.NULL;
            if (!isNull) {
                options.add(value(each));
            }
        }
        boolean points = !options.isEmpty()
                && options.stream()
                        .allMatch(option -> option.kind().isPointOnTimeAxis() || option.kind() == ValueKind.INTEGER);
        boolean terms =
                options.stream().allMatch(option -> option instanceof Value.Term || option instanceof Value.Choice);
        if (!points || !terms) {
            return opaque(whole);
        }
        // a CASE with one result is that or NULL: rows where it is NULL share it, whatever the result would be
        if (options.size() == 1 && !(whole instanceof Expr.Case)) {
            return options.get(0);
        }
        ValueKind kind = Value.Choice.commonKind(options);
        if (kind == ValueKind.OTHER) {
            return opaque(whole);
        }
        List<Value> alike = options.stream()
                .map(option -> option instanceof Value.Term term ? term.as(kind) : option)
                .toList();
        return new Value.Choice(alike, opaque(whole, kind));
    }

    /** A variable of its own, computed from whatever the expression mentions. */
    Value.Term opaque(Expr expression) {
        return opaque(expression, kindOf(expression));
    }

    private Value.Term opaque(Expr expression, ValueKind kind) {
        Set<Reference> support = new TreeSet<>(Comparator.comparingInt(Reference::index));
        gatherSupport(expression, support);
        return new Value.Term(new Variable(nameOf(expression), kind, support).livesIn(block));
    }

    private void gatherSupport(Expr expression, Set<Reference> support) {
        if (expression instanceof Expr.ColumnRef column) {
            environment.column(column).ifPresent(value -> support.addAll(value.support()));
            if (environment.column(column).isEmpty()
                    && environment.aliased(column.name()).isPresent()
                    && resolving.add("support of " + column.name())) {
                gatherSupport(environment.aliased(column.name()).get(), support);
                resolving.remove("support of " + column.name());
            }
        }
        ExprChildren.of(expression).forEach(child -> gatherSupport(child, support));
    }

    private String nameOf(Expr expression) {
        if (names.containsKey(expression)) {
            return names.get(expression);
        }
        if (expression instanceof Expr.ColumnRef column) {
            return column.name();
        }
        if (expression instanceof Expr.WindowCall window) {
            return window.call().name() + "(..) OVER (..)";
        }
        return expression instanceof Expr.Call call ? call.name() + "(..)" : "an expression";
    }

    /**
     * Aggregates and windows that pick one of their argument's values keep its kind; all else could be anything, and a time
     * value that is not known to be a date is treated as a timestamp, which is the weaker statement.
     */
    private ValueKind kindOf(Expr expression) {
        Optional<Expr.Call> call = expression instanceof Expr.WindowCall window
                ? Optional.of(window.call())
                : expression instanceof Expr.Call plain ? Optional.of(plain) : Optional.empty();
        boolean picks = call.isPresent()
                && !call.get().arguments().isEmpty()
                && Set.of(
                                "min",
                                "max",
                                "first",
                                "last",
                                "first_value",
                                "last_value",
                                "any_value",
                                "lag",
                                "lead",
                                "nth_value",
                                "arg_min",
                                "arg_max",
                                "coalesce",
                                "greatest",
                                "least")
                        .contains(call.get().name());
        if (picks) {
            return value(call.get().arguments().get(0)).kind();
        }
        if (expression instanceof Expr.Cast cast) {
            String type = cast.type().toUpperCase(Locale.ROOT).trim();
            return ValueKind.of(new SqlType(type), zoned);
        }
        if (expression instanceof Expr.Case choice) {
            List<Expr> results = new ArrayList<>();
            choice.branches().forEach(branch -> results.add(branch.result()));
            choice.otherwise().ifPresent(results::add);
            boolean dates = results.stream().allMatch(result -> value(result).kind() == ValueKind.DATE);
            return dates ? ValueKind.DATE : ValueKind.TIMESTAMP;
        }
        return ValueKind.TIMESTAMP;
    }
}
