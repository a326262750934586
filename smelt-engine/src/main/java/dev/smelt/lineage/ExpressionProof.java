package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Proves expressions of one SELECT not NULL. What it does not know it does not prove.
 *
 * @param rows the columns of a row at the place of the expression, after every condition that holds there
 * @param inputs the columns of the rows that aggregates and windows read, which need not meet a CASE condition or QUALIFY
 * @param grouped whether every group has at least one row, so that an aggregate over values is a value
 * @param aliases what is proven of the select items so far, by alias
 * @param queries proves subqueries
 */
record ExpressionProof(
        Scope<Proof> rows, Scope<Proof> inputs, boolean grouped, Map<String, Proof> aliases, QueryProof queries) {

    private static final Proof VALUE = new Proof(true, true);

    ExpressionProof(Scope<Proof> rows, Scope<Proof> inputs, boolean grouped, QueryProof queries) {
        this(rows, inputs, grouped, new HashMap<>(), queries);
    }

    Proof of(Expr expression) {
        if (expression instanceof Expr.ColumnRef reference) {
            return ofColumn(reference);
        }
        if (expression instanceof Expr.Literal literal) {
            return new Proof(literal.kind() != Expr.LiteralKind.NULL, true);
        }
        if (expression instanceof Expr.IntervalLiteral
                || expression instanceof Expr.IsNull
                || expression instanceof Expr.IsDistinct
                || expression instanceof Expr.Exists) {
            return VALUE;
        }
        if (expression instanceof Expr.Call call) {
            return ofCall(call);
        }
        if (expression instanceof Expr.WindowCall call) {
            boolean plain =
                    isCounted(call.call()) || (!call.call().arguments().isEmpty() && isPlainAggregate(call.call()));
            return new Proof(isWindowValue(call), plain);
        }
        if (expression instanceof Expr.Cast cast) {
            boolean plain = PlainTypes.contains(cast.type());
            return new Proof(!cast.tryCast() && plain && of(cast.operand()).solid(), plain);
        }
        if (expression instanceof Expr.Case branches) {
            return ofCase(branches);
        }
        return ofOperator(expression);
    }

    private Proof ofOperator(Expr expression) {
        if (expression instanceof Expr.Binary binary) {
            return ofBinary(binary);
        }
        if (expression instanceof Expr.And and) {
            return values(and.operands());
        }
        if (expression instanceof Expr.Or or) {
            return values(or.operands());
        }
        if (expression instanceof Expr.Not not) {
            return values(List.of(not.operand()));
        }
        if (expression instanceof Expr.Negative negative) {
            return values(List.of(negative.operand()));
        }
        if (expression instanceof Expr.Between between) {
            return values(List.of(between.operand(), between.low(), between.high()));
        }
        if (expression instanceof Expr.InList in) {
            List<Expr> operands = new ArrayList<>(in.items());
            operands.add(in.operand());
            return values(operands);
        }
        if (expression instanceof Expr.InQuery in) {
            Relation<Proof> found = queries.within(Optional.of(rows)).relation(in.query());
            boolean solid = found.complete()
                    && found.columns().size() == 1
                    && found.columns().get(0).facts().solid();
            return new Proof(solid && of(in.operand()).solid(), true);
        }
        return Proof.NOTHING;
    }

    /** A value where all operands are, for operators and functions that are total over scalars. */
    private Proof values(List<Expr> operands) {
        return new Proof(
                operands.stream().allMatch(operand -> of(operand).solid()),
                operands.stream().allMatch(operand -> of(operand).plain()));
    }

    private Proof ofColumn(Expr.ColumnRef reference) {
        Optional<Proof> proof = rows.lookUp(reference);
        Optional<Proof> alias = reference.parts().size() == 1
                ? Optional.ofNullable(aliases.get(Names.fold(reference.name())))
                : Optional.empty();
        boolean here = !(rows.meaning(reference) instanceof Scope.NotHere);
        if (here || alias.isEmpty()) {
            return proof.orElse(Proof.NOTHING);
        }
        // An earlier select item or a column of an outer query: whichever it is, it is proven if both are.
        return proof.map(outer -> new Proof(
                        outer.nonNull() && alias.get().nonNull(),
                        outer.plain() && alias.get().plain()))
                .orElse(outerIsUnclear(reference) ? Proof.NOTHING : alias.get());
    }

    private boolean outerIsUnclear(Expr.ColumnRef reference) {
        return rows.outer()
                .map(scope -> !(scope.meaning(reference) instanceof Scope.NotHere))
                .orElse(false);
    }

    private Proof ofBinary(Expr.Binary binary) {
        String operator = binary.operator().toLowerCase(Locale.ROOT);
        boolean total =
                binary.isComparison() || operator.equals("||") || KnownFunctions.STRICT_OPERATORS.contains(operator);
        Proof both = values(List.of(binary.left(), binary.right()));
        return total ? both : new Proof(false, operator.equals("/") && both.plain());
    }

    private Proof ofCall(Expr.Call call) {
        String name = call.name();
        if (KnownFunctions.COUNTS.contains(name) || KnownFunctions.ALWAYS.contains(name)) {
            return VALUE;
        }
        if (KnownFunctions.AGGREGATES.contains(name)) {
            return new Proof(grouped && call.filter().isEmpty() && isValueOverRows(call), isPlainAggregate(call));
        }
        if (call.filter().isPresent() || call.star() || call.arguments().isEmpty()) {
            return Proof.NOTHING;
        }
        if (KnownFunctions.FIRST_VALUE_THERE_IS.contains(name)) {
            List<Proof> arguments = call.arguments().stream().map(this::of).toList();
            boolean plain = arguments.stream().allMatch(Proof::plain);
            boolean there = arguments.stream().anyMatch(Proof::solid);
            return new Proof(plain && there, plain);
        }
        if (KnownFunctions.TOTAL_AND_STRICT.contains(name) || name.equals("concat") || name.equals("concat_ws")) {
            return values(call.arguments());
        }
        return Proof.NOTHING;
    }

    /** Whether an aggregate over at least one row is a value: its arguments are, in every row. */
    private boolean isValueOverRows(Expr.Call call) {
        int most = call.name().startsWith("arg_")
                        || call.name().endsWith("_by")
                        || call.name().equals("string_agg")
                ? 2
                : 1;
        return !call.arguments().isEmpty()
                && call.arguments().size() <= most
                && inside().values(call.arguments()).solid();
    }

    private boolean isPlainAggregate(Expr.Call call) {
        return !call.name().equals("list")
                && !call.name().equals("array_agg")
                && inside().values(call.arguments()).plain();
    }

    private ExpressionProof inside() {
        return new ExpressionProof(inputs, inputs, grouped, aliases, queries);
    }

    private boolean isWindowValue(Expr.WindowCall window) {
        Expr.Call call = window.call();
        if (isCounted(call)) {
            return true;
        }
        boolean known =
                KnownFunctions.AGGREGATES.contains(call.name()) || KnownFunctions.FRAME_VALUES.contains(call.name());
        return known
                && call.filter().isEmpty()
                && window.window().base().isEmpty()
                && window.window().frame().map(ExpressionProof::holdsItsRow).orElse(true)
                && isValueOverRows(call);
    }

    private static boolean isCounted(Expr.Call call) {
        return KnownFunctions.COUNTS.contains(call.name()) || KnownFunctions.NUMBERING.contains(call.name());
    }

    /** Whether the current row lies in its own frame; the default frames hold it. */
    private static boolean holdsItsRow(WindowSpec.Frame frame) {
        boolean startsBefore = frame.start() instanceof WindowSpec.UnboundedPreceding
                || frame.start() instanceof WindowSpec.CurrentRow
                || (frame.start() instanceof WindowSpec.Preceding preceding && isForward(preceding.offset()));
        boolean endsAfter = frame.end() instanceof WindowSpec.UnboundedFollowing
                || frame.end() instanceof WindowSpec.CurrentRow
                || (frame.end() instanceof WindowSpec.Following following && isForward(following.offset()));
        return startsBefore && endsAfter && !frame.excludes();
    }

    private static boolean isForward(Expr offset) {
        if (offset instanceof Expr.IntervalLiteral interval) {
            return interval.months() >= 0 && interval.days() >= 0 && interval.micros() >= 0;
        }
        return offset instanceof Expr.Literal literal
                && literal.kind() == Expr.LiteralKind.NUMBER
                && !literal.text().startsWith("-");
    }

    private Proof ofCase(Expr.Case branches) {
        boolean nonNull = branches.otherwise().isPresent();
        boolean plain = true;
        ExpressionProof reached = this;
        for (Expr.When when : branches.branches()) {
            boolean searched = branches.operand().isEmpty();
            Proof result = (searched ? reached.given(when.condition()) : this).of(when.result());
            nonNull &= result.solid();
            plain &= result.plain();
            reached = searched ? reached.without(when.condition()) : this;
        }
        if (branches.otherwise().isPresent()) {
            Proof otherwise = reached.of(branches.otherwise().get());
            nonNull &= otherwise.solid();
            plain &= otherwise.plain();
        }
        return new Proof(nonNull, plain);
    }

    private ExpressionProof given(Expr condition) {
        return with(rows.with(new NullRejection(rows).whereTrue(condition), Proof::proven));
    }

    private ExpressionProof without(Expr condition) {
        return with(rows.with(new NullRejection(rows).whereNotTrue(condition), Proof::proven));
    }

    private ExpressionProof with(Scope<Proof> changed) {
        return new ExpressionProof(changed, inputs, grouped, aliases, queries);
    }

    /** Remembers what is proven of a select item under its alias. */
    void remember(Query.Projection projection, Proof proof) {
        projection.alias().ifPresent(alias -> aliases.put(Names.fold(alias), proof));
    }
}
