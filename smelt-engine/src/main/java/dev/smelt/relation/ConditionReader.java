package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a condition that holds for every row as {@link Constraint}s. A part that it cannot read exactly gives none; where
 * such a part speaks of time it is reported as residue.
 */
final class ConditionReader {
    private final Reading reading;
    private final ExpressionReader expressions;
    private final Comparisons comparisons;

    ConditionReader(Reading reading, ExpressionReader expressions) {
        this.reading = reading;
        this.expressions = expressions;
        this.comparisons = new Comparisons(reading, expressions);
    }

    /** What follows from the condition being true. */
    List<Constraint> read(Expr condition) {
        List<Constraint> found = holds(condition, false);
        reportResidue(condition, found);
        return found;
    }

    /** Two times that meet in a condition which says nothing about either. */
    private void reportResidue(Expr condition, List<Constraint> found) {
        List<Variable> times = new ArrayList<>();
        gatherTimes(condition, times);
        boolean meet = times.stream().distinct().count() > 1;
        boolean read = found.stream()
                .anyMatch(constraint -> times.contains(constraint.target()) || times.contains(constraint.source()));
        if (meet && !read) {
            reading.leaveOver(condition.span(), why(condition));
        }
    }

    private String why(Expr condition) {
        if (condition instanceof Expr.Or or) {
            List<Expr> open = or.operands().stream()
                    .filter(each -> holds(each, false).isEmpty())
                    .toList();
            if (!open.isEmpty() && open.size() < or.operands().size()) {
                String alternative = reading.input().sql().clause(open.get(0).span());
                return "its alternative '" + alternative + "' lets rows of any time pass";
            }
        }
        return "it is not a comparison of two times that smelt can read";
    }

    private List<Constraint> holds(Expr condition, boolean negated) {
        if (condition instanceof Expr.Not not) {
            return holds(not.operand(), !negated);
        }
        if (condition instanceof Expr.And and) {
            return negated ? anyOf(and.operands(), true) : allOf(and.operands(), false);
        }
        if (condition instanceof Expr.Or or) {
            return negated ? allOf(or.operands(), true) : anyOf(or.operands(), false);
        }
        if (condition instanceof Expr.Between between) {
            return between(between, negated != between.negated());
        }
        if (condition instanceof Expr.Binary binary && binary.isComparison()) {
            String operator = negated ? opposite(binary.operator()) : binary.operator();
            return comparisons.read(binary.left(), operator, binary.right(), binary);
        }
        return List.of();
    }

    private List<Constraint> allOf(List<Expr> operands, boolean negated) {
        List<Constraint> all = new ArrayList<>();
        for (Expr operand : operands) {
            List<Constraint> found = holds(operand, negated);
            reportResidue(operand, found);
            all.addAll(found);
        }
        return all;
    }

    private List<Constraint> anyOf(List<Expr> operands, boolean negated) {
        return Constraint.hull(
                operands.stream().map(operand -> holds(operand, negated)).toList());
    }

    private List<Constraint> between(Expr.Between between, boolean negated) {
        if (negated) {
            return List.of();
        }
        List<Constraint> both = new ArrayList<>(comparisons.read(between.operand(), ">=", between.low(), between));
        both.addAll(comparisons.read(between.operand(), "<=", between.high(), between));
        return both;
    }

    private static String opposite(String operator) {
        return switch (operator) {
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            case ">=" -> "<";
            case "=" -> "<>";
            default -> "=";
        };
    }

    /** The dates and timestamps that it mentions; one that meets only a constant bounds nothing and surprises nobody. */
    private void gatherTimes(Expr expression, List<Variable> times) {
        if (expression instanceof Expr.ColumnRef column && expressions.value(column) instanceof Value.Term term) {
            if (term.kind() == ValueKind.DATE
                    || (term.kind() == ValueKind.TIMESTAMP && !term.support().isEmpty())) {
                times.add(term.variable());
            }
        }
        ExprChildren.of(expression).forEach(child -> gatherTimes(child, times));
    }
}
