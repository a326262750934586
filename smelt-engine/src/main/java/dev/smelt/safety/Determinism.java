package dev.smelt.safety;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Binder.Volatility;
import dev.smelt.model.Model;
import dev.smelt.model.SafetyOverride;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Walk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Looks for calls whose result is not a function of the rows: then a partition built today and a full rebuild tomorrow
 * differ, and the invariant cannot hold.
 */
public final class Determinism {
    /** Aggregates whose result depends on the order of their rows. */
    private static final Set<String> ORDER_DEPENDENT = Set.of(
            "first", "last", "any_value", "arbitrary", "list", "array_agg", "string_agg", "group_concat", "listagg");

    /** Calls that choose one row among several by an order which may leave ties. */
    private static final Set<String> CHOOSING = Set.of(
            "row_number",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "nth_value",
            "ntile",
            "first",
            "last",
            "arg_min",
            "arg_max",
            "min_by",
            "max_by");

    private final Model model;
    private final ExpandedSql sql;
    private final Function<String, Volatility> volatility;
    private final List<Diagnostic> refusals = new ArrayList<>();
    private final List<Diagnostic> warnings = new ArrayList<>();

    /** What was found. */
    public record Findings(List<Diagnostic> refusals, List<Diagnostic> warnings) {}

    private Determinism(Model model, ExpandedSql sql, Function<String, Volatility> volatility) {
        this.model = model;
        this.sql = sql;
        this.volatility = volatility;
    }

    /** @param volatility what the engine's catalogue says of a function, by its name in lower case */
    public static Findings check(Model model, ExpandedSql sql, Query query, Function<String, Volatility> volatility) {
        Determinism check = new Determinism(model, sql, volatility);
        check.run(query);
        return new Findings(
                check.refusals.stream().distinct().toList(),
                check.warnings.stream().distinct().toList());
    }

    private void run(Query query) {
        Set<Expr> plausible = plausible(query);
        Set<Expr> windowed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Expr expression : Walk.expressions(query)) {
            if (expression instanceof Expr.WindowCall window) {
                windowed.add(window.call());
                warnOfTies(window.call(), orderOf(window), window.span());
            }
        }
        for (Expr expression : Walk.expressions(query)) {
            if (expression instanceof Expr.Call call) {
                if (!windowed.contains(call)) {
                    warnOfTies(call, call.orderBy(), call.span());
                }
                check(call, windowed.contains(call), plausible.contains(call));
            }
        }
    }

    /** The expressions in columns that declare {@code contract: plausible}. */
    private Set<Expr> plausible(Query query) {
        Set<Expr> found = Collections.newSetFromMap(new IdentityHashMap<>());
        Query body = query instanceof Query.With with ? with.body() : query;
        if (body instanceof Query.Select select) {
            for (Query.Projection projection : select.projections()) {
                boolean admitted = projection
                        .alias()
                        .filter(alias -> model.declaration(alias).plausible())
                        .isPresent();
                if (admitted) {
                    found.addAll(Walk.expressions(projection.expression()));
                }
            }
        }
        return found;
    }

    private void check(Expr.Call call, boolean windowed, boolean plausible) {
        Volatility found = volatility.apply(call.name());
        boolean ordered = windowed || !call.orderBy().isEmpty();
        if (found == Volatility.VOLATILE) {
            refuse(call, "gives another value each time it is called", false);
        } else if (found == Volatility.CONSISTENT_WITHIN_QUERY) {
            refuse(call, "gives another value in each run", plausible);
        } else if (ORDER_DEPENDENT.contains(call.name()) && !ordered) {
            refuse(call, "depends on the order in which rows come, and has no ORDER BY", plausible);
        }
    }

    private void refuse(Expr.Call call, String why, boolean admitted) {
        if (admitted || model.overrides().contains(SafetyOverride.ALLOW_NONDETERMINISTIC)) {
            return;
        }
        refusals.add(Diagnostic.error(
                "SMELT-K003",
                sql.place(call.span()),
                model.address() + ": " + name(call) + " " + why
                        + ", so a partition built now and a full rebuild later would differ.",
                "Take the value from the data"
                        + (ORDER_DEPENDENT.contains(call.name()) ? " or give the call an ORDER BY" : "")
                        + ", declare 'contract: plausible' for the column, or sign 'safety_overrides: {"
                        + SafetyOverride.ALLOW_NONDETERMINISTIC.key() + ": true}'."));
    }

    /** The order that chooses: the call's own, else the window's. */
    private static List<Query.OrderKey> orderOf(Expr.WindowCall window) {
        return window.call().orderBy().isEmpty()
                ? window.window().orderBy()
                : window.call().orderBy();
    }

    /** A second key is taken for the tie-breaker that it mostly is: what is unique is not known here. */
    private void warnOfTies(Expr.Call call, List<Query.OrderKey> order, Span span) {
        if (CHOOSING.contains(call.name()) && order.size() < 2) {
            warnings.add(Diagnostic.warning(
                    "SMELT-K011",
                    sql.place(span),
                    model.address() + ": " + name(call)
                            + " chooses among rows that its order may leave tied, and then as it likes.",
                    "Make the order total, for example with a unique column as its last key."));
        }
    }

    private static String name(Expr.Call call) {
        return call.name().toUpperCase(Locale.ROOT) + "()";
    }
}
