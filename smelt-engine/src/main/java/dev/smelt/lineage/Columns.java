package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a column reference is computed from. */
final class Columns {
    private Columns() {}

    /** The column, in this scope or one around it; nothing where no column can be told. */
    static Optional<Trace> find(Scope<Trace> scope, Expr.ColumnRef reference) {
        Scope.Meaning meaning = scope.meaning(reference);
        if (meaning instanceof Scope.Local local) {
            return Optional.of(scope.facts(local.slot()));
        }
        if (meaning instanceof Scope.NotHere) {
            return scope.outer().flatMap(outer -> find(outer, reference)).map(Trace::fromInside);
        }
        return field(scope, reference);
    }

    /** {@code s.field}, where {@code s} is a column and no table is called so. */
    private static Optional<Trace> field(Scope<Trace> scope, Expr.ColumnRef reference) {
        List<String> parts = reference.parts();
        if (parts.size() < 2 || scope.bindings().stream().anyMatch(binding -> binding.isCalled(parts.get(0)))) {
            return Optional.empty();
        }
        return find(scope, new Expr.ColumnRef(parts.subList(0, parts.size() - 1), reference.span()))
                .map(struct -> Trace.of("field " + Names.fold(reference.name()), struct));
    }

    /**
     * A name of which it is not known what it is: a column of one of the relations whose columns are not known, or
     * ambiguous. It stands for whatever those relations are.
     */
    static Trace unclear(Scope<Trace> scope, Expr.ColumnRef reference) {
        List<String> parts = reference.parts();
        List<Scope.Binding<Trace>> candidates = unknown(scope);
        List<Scope.Binding<Trace>> called = candidates.stream()
                .filter(binding -> parts.size() == 2 && binding.isCalled(parts.get(0)))
                .toList();
        String name = Names.fold(called.isEmpty() ? String.join(".", parts) : reference.name());
        return Trace.of(
                "some " + name,
                (called.isEmpty() ? candidates : called)
                        .stream()
                                .flatMap(binding -> binding.relation().columns().stream())
                                .map(Relation.Item::facts)
                                .toList());
    }

    private static List<Scope.Binding<Trace>> unknown(Scope<Trace> scope) {
        List<Scope.Binding<Trace>> unknown = new ArrayList<>();
        for (Optional<Scope<Trace>> each = Optional.of(scope); each.isPresent(); each = each.flatMap(Scope::outer)) {
            List<Scope.Binding<Trace>> bindings = each.get().bindings();
            bindings.stream().filter(binding -> !binding.relation().complete()).forEach(unknown::add);
        }
        return unknown.isEmpty() ? scope.bindings() : unknown;
    }
}
