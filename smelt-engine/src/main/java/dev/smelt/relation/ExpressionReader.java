package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import dev.smelt.sql.Reference;
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
    private static final Set<String> PICKS_ITS_FIRST = Set.of(
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
            "arg_max");
    private static final Set<String> PICKS_ONE = Set.of("coalesce", "greatest", "least", "range", "generate_series");

    private final Environment environment;
    private final Block block;
    private final LocalTime localTime;
    private final Map<Expr, Value> known = new IdentityHashMap<>();
    private final Map<Expr, String> names = new IdentityHashMap<>();
    private final Set<String> resolving = new HashSet<>();
    private final Casts casts;
    private final Arithmetic arithmetic;
    private final Choices choices;
    private final TimeFunctions functions;

    ExpressionReader(Environment environment, Block block, LocalTime localTime) {
        this.environment = environment;
        this.block = block;
        this.localTime = localTime;
        this.casts = new Casts(this, localTime);
        this.arithmetic = new Arithmetic(this, localTime);
        this.choices = new Choices(this, localTime);
        this.functions = new TimeFunctions(this, arithmetic, choices, localTime);
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
            return new Value.Span(interval.months(), interval.days(), interval.micros());
        }
        if (expression instanceof Expr.Negative negative) {
            return value(negative.operand()) instanceof Value.Span span ? span.negated() : opaque(expression);
        }
        if (expression instanceof Expr.Cast cast) {
            return casts.read(cast);
        }
        if (expression instanceof Expr.Binary binary) {
            return arithmetic.read(binary);
        }
        if (expression instanceof Expr.Call call) {
            return functions.read(call);
        }
        if (expression instanceof Expr.Case choice) {
            return choices.read(choice);
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

    /** A variable of its own, computed from whatever the expression mentions. */
    Value.Term opaque(Expr expression) {
        return opaque(expression, kindOf(expression));
    }

    /** The same, of a kind that is known. */
    Value.Term opaque(Expr expression, ValueKind kind) {
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
        if (expression instanceof Expr.Cast cast) {
            return localTime.kind(Casts.type(cast));
        }
        if (expression instanceof Expr.Case choice) {
            return commonKind(Choices.results(choice));
        }
        Optional<Expr.Call> call = expression instanceof Expr.WindowCall window
                ? Optional.of(window.call())
                : expression instanceof Expr.Call plain ? Optional.of(plain) : Optional.empty();
        if (call.isEmpty() || call.get().arguments().isEmpty()) {
            return localTime.unknown();
        }
        List<Expr> arguments = call.get().arguments();
        if (PICKS_ITS_FIRST.contains(call.get().name())) {
            return value(arguments.get(0)).kind();
        }
        return PICKS_ONE.contains(call.get().name()) ? commonKind(arguments) : localTime.unknown();
    }

    private ValueKind commonKind(List<Expr> expressions) {
        List<Value> values =
                Choices.notNull(expressions).stream().map(this::value).toList();
        ValueKind kind = values.isEmpty() ? ValueKind.OTHER : Value.Choice.commonKind(values);
        return kind == ValueKind.OTHER ? localTime.unknown() : kind;
    }
}
