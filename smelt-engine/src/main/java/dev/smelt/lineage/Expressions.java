package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.List;

/** What stands directly inside an expression. */
final class Expressions {
    private Expressions() {}

    /** The operands of an expression, of subqueries only what is compared with them. */
    static List<Expr> operands(Expr expression) {
        List<Expr> operands = new ArrayList<>();
        if (expression instanceof Expr.Call call) {
            ofCall(call, operands);
        } else if (expression instanceof Expr.WindowCall window) {
            ofCall(window.call(), operands);
            operands.addAll(window.window().partitionBy());
            window.window().orderBy().forEach(key -> operands.add(key.expression()));
        } else if (expression instanceof Expr.Case branches) {
            branches.operand().ifPresent(operands::add);
            branches.branches().forEach(when -> operands.addAll(List.of(when.condition(), when.result())));
            branches.otherwise().ifPresent(operands::add);
        } else {
            ofOperator(expression, operands);
        }
        return operands;
    }

    private static void ofCall(Expr.Call call, List<Expr> operands) {
        operands.addAll(call.arguments());
        call.orderBy().stream().map(Query.OrderKey::expression).forEach(operands::add);
        call.filter().ifPresent(operands::add);
    }

    private static void ofOperator(Expr expression, List<Expr> operands) {
        if (expression instanceof Expr.Binary binary) {
            operands.addAll(List.of(binary.left(), binary.right()));
        } else if (expression instanceof Expr.IsDistinct distinct) {
            operands.addAll(List.of(distinct.left(), distinct.right()));
        } else if (expression instanceof Expr.And and) {
            operands.addAll(and.operands());
        } else if (expression instanceof Expr.Or or) {
            operands.addAll(or.operands());
        } else if (expression instanceof Expr.Not not) {
            operands.add(not.operand());
        } else if (expression instanceof Expr.Negative negative) {
            operands.add(negative.operand());
        } else if (expression instanceof Expr.IsNull isNull) {
            operands.add(isNull.operand());
        } else if (expression instanceof Expr.Cast cast) {
            operands.add(cast.operand());
        } else if (expression instanceof Expr.Between between) {
            operands.addAll(List.of(between.operand(), between.low(), between.high()));
        } else if (expression instanceof Expr.InList in) {
            operands.add(in.operand());
            operands.addAll(in.items());
        } else if (expression instanceof Expr.InQuery in) {
            operands.add(in.operand());
        } else if (expression instanceof Expr.Quantified quantified) {
            operands.add(quantified.operand());
        } else if (expression instanceof Expr.Opaque opaque) {
            operands.addAll(opaque.operands());
        }
    }
}
