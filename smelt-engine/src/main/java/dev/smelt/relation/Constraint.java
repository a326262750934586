package dev.smelt.relation;

import dev.smelt.time.TimeMap;
import dev.smelt.time.TimeMap.Envelope;
import java.util.List;
import java.util.Optional;

/**
 * {@code target >= map(source)} (LOWER) or {@code target <= map(source)} (UPPER), true for every row where it is usable.
 * It comes from a comparison that was true, so neither side is NULL there.
 *
 * @param evidence the clauses that say so
 * @param assumption the assumption about the data that it rests on, where it does
 */
record Constraint(
        Variable target,
        Envelope side,
        TimeMap map,
        Variable source,
        List<Evidence> evidence,
        Optional<ClockAssumption> assumption) {

    boolean sameEnds(Constraint other) {
        return target == other.target && source == other.source && side == other.side;
    }

    /**
     * Everything that {@code left <= right} (or {@code <}) says about the variables of two terms.
     *
     * @param strict whether it is {@code <}: then the sides are at least one axis unit apart
     */
    static List<Constraint> atMost(
            Value.Term left,
            Value.Term right,
            boolean strict,
            List<Evidence> evidence,
            Optional<ClockAssumption> assumption) {
        return left.variable() == right.variable()
                ? List.of()
                : List.of(
                        upper(left, right, strict, evidence, assumption),
                        lower(left, right, strict, evidence, assumption));
    }

    /** What {@code left <= right} says about the left variable. */
    static Constraint upper(
            Value.Term left,
            Value.Term right,
            boolean strict,
            List<Evidence> evidence,
            Optional<ClockAssumption> assumption) {
        TimeMap map =
                right.bound(Envelope.UPPER).then(TimeMap.shift(strict ? -1 : 0)).then(left.solve(Envelope.UPPER));
        return new Constraint(left.variable(), Envelope.UPPER, map, right.variable(), evidence, assumption);
    }

    /** What {@code left <= right} says about the right variable. */
    static Constraint lower(
            Value.Term left,
            Value.Term right,
            boolean strict,
            List<Evidence> evidence,
            Optional<ClockAssumption> assumption) {
        TimeMap map =
                left.bound(Envelope.LOWER).then(TimeMap.shift(strict ? 1 : 0)).then(right.solve(Envelope.LOWER));
        return new Constraint(right.variable(), Envelope.LOWER, map, left.variable(), evidence, assumption);
    }

    static List<Constraint> equal(
            Value.Term left, Value.Term right, List<Evidence> evidence, Optional<ClockAssumption> assumption) {
        List<Constraint> both = new java.util.ArrayList<>(atMost(left, right, false, evidence, assumption));
        both.addAll(atMost(right, left, false, evidence, assumption));
        return both;
    }

    /** What holds whichever of the branches holds: for ends bounded in every branch, the loosest bound. */
    static List<Constraint> hull(List<List<Constraint>> branches) {
        if (branches.isEmpty()) {
            return List.of();
        }
        List<Constraint> result = branches.get(0);
        for (List<Constraint> branch : branches.subList(1, branches.size())) {
            List<Constraint> before = result;
            result = before.stream()
                    .flatMap(one -> branch.stream().filter(one::sameEnds).map(other -> one.loosened(other)))
                    .toList();
        }
        return result;
    }

    private Constraint loosened(Constraint other) {
        List<Evidence> both = evidence.equals(other.evidence)
                ? evidence
                : java.util.stream.Stream.concat(evidence.stream(), other.evidence.stream())
                        .distinct()
                        .toList();
        Optional<ClockAssumption> either = assumption.isPresent() ? assumption : other.assumption;
        return new Constraint(target, side, looser(other.map), source, both, either);
    }

    private TimeMap looser(TimeMap other) {
        if (map.equals(other)) {
            return map;
        }
        if (side == Envelope.UPPER) {
            if (map.leastOffset() >= other.greatestOffset()) {
                return map;
            }
            return other.leastOffset() >= map.greatestOffset()
                    ? other
                    : TimeMap.shift(Math.max(map.greatestOffset(), other.greatestOffset()));
        }
        if (map.greatestOffset() <= other.leastOffset()) {
            return map;
        }
        return other.greatestOffset() <= map.leastOffset()
                ? other
                : TimeMap.shift(Math.min(map.leastOffset(), other.leastOffset()));
    }
}
