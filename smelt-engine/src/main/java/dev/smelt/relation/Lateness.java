package dev.smelt.relation;

import dev.smelt.time.TimeMap;
import dev.smelt.time.TimeMap.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The convention of lateness: where a window is admitted only by an override, a filter between the clock and another time
 * column of the same rows tells how far back the rows may lie that decide an output row. Not a proof: a convention.
 */
final class Lateness {
    private Lateness() {}

    /** How far the clock may lie before the other column, as a map. */
    record Back(TimeMap map, List<Evidence> evidence) {}

    static List<Back> of(Block leaf, Block root, LocalTime localTime) {
        List<Back> found = new ArrayList<>();
        Variable clock = leaf.instance().orElseThrow().clock().orElseThrow();
        Set<Constraint> usable = UsableConstraints.between(root, leaf, List.of());
        for (Constraint constraint : usable) {
            boolean tiesClock =
                    constraint.target() == clock && constraint.source().home() == leaf;
            if (tiesClock
                    && constraint.side() == Envelope.LOWER
                    && constraint.assumption().isEmpty()) {
                boolean instant = constraint.source().kind() == ValueKind.INSTANT;
                TimeMap from = instant ? TimeMap.toInstant(localTime.clock(), Envelope.LOWER) : TimeMap.IDENTITY;
                TimeMap map = localTime.localised(from.then(constraint.map()), clock.kind(), Envelope.LOWER);
                found.add(new Back(map, constraint.evidence()));
            }
        }
        return found;
    }

    /** How the clock of a leaf's rows that can change a row of the root is tied to other columns of these rows. */
    static List<ClockTie> ties(Block leaf, Block root) {
        Variable clock = leaf.instance().orElseThrow().clock().orElseThrow();
        Map<String, List<Constraint>> byColumn = new TreeMap<>();
        for (Constraint constraint : UsableConstraints.between(root, leaf, List.of())) {
            if (constraint.target() == clock
                    && constraint.source().home() == leaf
                    && constraint.assumption().isEmpty()) {
                byColumn.computeIfAbsent(constraint.source().name(), name -> new ArrayList<>())
                        .add(constraint);
            }
        }
        List<ClockTie> ties = new ArrayList<>();
        byColumn.forEach((column, constraints) -> ties.add(new ClockTie(
                column,
                maps(constraints, Envelope.LOWER),
                maps(constraints, Envelope.UPPER),
                constraints.stream()
                        .flatMap(each -> each.evidence().stream())
                        .distinct()
                        .toList())));
        return ties;
    }

    private static List<TimeMap> maps(List<Constraint> constraints, Envelope side) {
        return constraints.stream()
                .filter(each -> each.side() == side)
                .map(Constraint::map)
                .toList();
    }
}
