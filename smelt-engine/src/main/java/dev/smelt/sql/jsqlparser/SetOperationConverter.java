package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Query;
import dev.smelt.sql.Query.SetOperator;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.sf.jsqlparser.statement.select.ExceptOp;
import net.sf.jsqlparser.statement.select.IntersectOp;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperation;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.UnionOp;

/** UNION, EXCEPT and INTERSECT. The parser gives a flat list; INTERSECT binds tighter, the rest goes from the left. */
final class SetOperationConverter {
    private final Conversion conversion;

    SetOperationConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Query convert(SetOperationList list, Span place) {
        List<Query> arms = new ArrayList<>();
        for (Select arm : list.getSelects()) {
            arms.add(conversion.query(arm, place));
        }
        List<SetOperation> operations = new ArrayList<>(list.getOperations());
        for (int i = 0; i < operations.size(); ) {
            if (operations.get(i) instanceof IntersectOp) {
                arms.set(i, combined(operations.remove(i), arms.get(i), arms.remove(i + 1), place));
            } else {
                i++;
            }
        }
        Query whole = arms.get(0);
        for (int i = 0; i < operations.size(); i++) {
            whole = combined(operations.get(i), whole, arms.get(i + 1), place);
        }
        List<Query.OrderKey> order = conversion.queries().orderBy(list.getOrderByElements(), place);
        Optional<Query.Limit> limit = conversion.queries().limit(list);
        if (whole instanceof Query.SetOperation set) {
            return new Query.SetOperation(
                    set.operator(), set.all(), set.byName(), set.left(), set.right(), order, limit, place);
        }
        throw new Unfaithful("This set operation", place);
    }

    private static Query combined(SetOperation operation, Query left, Query right, Span near) {
        String modifier = operation.getModifier() == null
                ? ""
                : operation.getModifier().trim().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
        boolean known = List.of("", "ALL", "DISTINCT", "BY NAME", "ALL BY NAME").contains(modifier);
        if (!known) {
            throw new Unfaithful("This set operation", near);
        }
        return new Query.SetOperation(
                operator(operation, near),
                modifier.startsWith("ALL"),
                modifier.endsWith("BY NAME"),
                left,
                right,
                List.of(),
                Optional.empty(),
                left.span().hull(right.span()));
    }

    private static SetOperator operator(SetOperation operation, Span near) {
        if (operation instanceof UnionOp) {
            return SetOperator.UNION;
        }
        if (operation instanceof ExceptOp) {
            return SetOperator.EXCEPT;
        }
        if (operation instanceof IntersectOp) {
            return SetOperator.INTERSECT;
        }
        throw new Unfaithful("This set operation", near);
    }
}
