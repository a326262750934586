package dev.smelt.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a type can become another with every value kept exactly. That the engine can cast says nothing: BIGINT casts to
 * DOUBLE and 9007199254740993 becomes ...992; an infinite DATE casts to a TIMESTAMP, one of the year 300000 fails.
 */
final class Widening {
    /** The types that hold every value of the key's exactly. */
    private static final Map<String, Set<String>> SCALARS = Map.ofEntries(
            Map.entry("TINYINT", Set.of("SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "BIGNUM", "FLOAT", "DOUBLE")),
            Map.entry("SMALLINT", Set.of("INTEGER", "BIGINT", "HUGEINT", "BIGNUM", "FLOAT", "DOUBLE")),
            Map.entry("INTEGER", Set.of("BIGINT", "HUGEINT", "BIGNUM", "DOUBLE")),
            Map.entry("BIGINT", Set.of("HUGEINT", "BIGNUM")),
            Map.entry("HUGEINT", Set.of("BIGNUM")),
            Map.entry(
                    "UTINYINT",
                    Set.of(
                            "USMALLINT",
                            "UINTEGER",
                            "UBIGINT",
                            "UHUGEINT",
                            "SMALLINT",
                            "INTEGER",
                            "BIGINT",
                            "HUGEINT",
                            "BIGNUM",
                            "FLOAT",
                            "DOUBLE")),
            Map.entry(
                    "USMALLINT",
                    Set.of(
                            "UINTEGER",
                            "UBIGINT",
                            "UHUGEINT",
                            "INTEGER",
                            "BIGINT",
                            "HUGEINT",
                            "BIGNUM",
                            "FLOAT",
                            "DOUBLE")),
            Map.entry("UINTEGER", Set.of("UBIGINT", "UHUGEINT", "BIGINT", "HUGEINT", "BIGNUM", "DOUBLE")),
            Map.entry("UBIGINT", Set.of("UHUGEINT", "HUGEINT", "BIGNUM")),
            Map.entry("UHUGEINT", Set.of("BIGNUM")),
            Map.entry("FLOAT", Set.of("DOUBLE")),
            Map.entry("TIME", Set.of("TIME_NS")),
            Map.entry("JSON", Set.of("VARCHAR")));

    /** Decimal digits of the widest value. */
    private static final Map<String, Integer> DIGITS = Map.of(
            "TINYINT",
            3,
            "SMALLINT",
            5,
            "INTEGER",
            10,
            "BIGINT",
            19,
            "UTINYINT",
            3,
            "USMALLINT",
            5,
            "UINTEGER",
            10,
            "UBIGINT",
            20);

    private Widening() {}

    /** Why a value of the one type may not survive in the other; empty where every value does. */
    static Optional<String> obstacle(TypeShape from, TypeShape to) {
        if (from.equals(to)) {
            return Optional.empty();
        }
        if (from instanceof TypeShape.Struct one && to instanceof TypeShape.Struct other) {
            return ofStruct(one, other);
        }
        if (from instanceof TypeShape.Sequence one && to instanceof TypeShape.Sequence other) {
            return one.size() == other.size()
                    ? obstacle(one.element(), other.element())
                    : Optional.of("a list or array of another length is another type");
        }
        if (from instanceof TypeShape.Tuple one && to instanceof TypeShape.Tuple other) {
            return ofTuple(one, other);
        }
        if (from instanceof TypeShape.Mapping one && to instanceof TypeShape.Mapping other) {
            return one.key().equals(other.key())
                    ? obstacle(one.value(), other.value())
                    : Optional.of("a map's key type cannot change in place");
        }
        boolean lossless = isLossless(from, to);
        return lossless ? Optional.empty() : Optional.of("not every value fits without loss");
    }

    private static Optional<String> ofTuple(TypeShape.Tuple from, TypeShape.Tuple to) {
        if (from.elements().size() != to.elements().size()) {
            return Optional.of("a tuple of another length is another type");
        }
        for (int i = 0; i < from.elements().size(); i++) {
            Optional<String> inside =
                    obstacle(from.elements().get(i), to.elements().get(i));
            if (inside.isPresent()) {
                return Optional.of("element " + (i + 1) + ": " + inside.get());
            }
        }
        return Optional.empty();
    }

    private static boolean isLossless(TypeShape from, TypeShape to) {
        if (from instanceof TypeShape.Decimal one && to instanceof TypeShape.Decimal other) {
            return other.integerDigits() >= one.integerDigits() && other.scale() >= one.scale();
        }
        if (from instanceof TypeShape.Enumeration one) {
            return to instanceof TypeShape.Enumeration other
                    ? keepsOrder(one.values(), other.values())
                    : to.equals(new TypeShape.Scalar("VARCHAR"));
        }
        if (from instanceof TypeShape.Scalar one && to instanceof TypeShape.Decimal other) {
            Integer digits = DIGITS.get(one.name());
            return digits != null && other.integerDigits() >= digits;
        }
        return from instanceof TypeShape.Scalar one
                && to instanceof TypeShape.Scalar other
                && SCALARS.getOrDefault(one.name(), Set.of()).contains(other.name());
    }

    private static boolean keepsOrder(List<String> before, List<String> after) {
        List<String> kept = new ArrayList<>(after);
        kept.retainAll(before);
        return kept.equals(before);
    }

    private static Optional<String> ofStruct(TypeShape.Struct from, TypeShape.Struct to) {
        int last = -1;
        for (TypeShape.Field field : from.fields()) {
            Optional<TypeShape.Field> same = to.fields().stream()
                    .filter(other -> other.isNamed(field.name()))
                    .findFirst();
            if (same.isEmpty()) {
                return Optional.of("field " + field.name() + " would be dropped");
            }
            int position = to.fields().indexOf(same.get());
            if (position < last) {
                return Optional.of("the fields stand in another order");
            }
            last = position;
            Optional<String> inside = obstacle(field.type(), same.get().type());
            if (inside.isPresent()) {
                return Optional.of("field " + field.name() + ": " + inside.get());
            }
        }
        return Optional.empty();
    }
}
