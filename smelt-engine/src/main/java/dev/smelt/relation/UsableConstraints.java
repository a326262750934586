package dev.smelt.relation;

import dev.smelt.relation.Block.Presence;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which constraints hold for every row of one block that can change a row of an ancestor.
 *
 * <p>Conditions of the blocks between always hold. ON of an outer join holds on its null-supplying side, where a row that
 * does not match changes nothing. A constraint that holds speaks of values that are not NULL, so the null-supplying rows
 * that it mentions are there, and with them everything that ties them: the outer join is then an inner one. A FULL JOIN's ON
 * holds for one side only where the other side is there.
 */
final class UsableConstraints {
    private UsableConstraints() {}

    /**
     * @param anchors variables known not to be NULL
     */
    static Set<Constraint> between(Block ancestor, Block target, Collection<Variable> anchors) {
        Set<Constraint> used = new LinkedHashSet<>();
        List<Block> path = target.pathFrom(ancestor);
        for (Block block : path) {
            addAlwaysThere(block, used);
            boolean tied = block.presence() == Presence.OPTIONAL || block.presence() == Presence.ARM;
            if (block != ancestor && tied) {
                used.addAll(block.on());
            }
        }
        int before = -1;
        while (used.size() != before) {
            before = used.size();
            Set<Variable> present = present(used, anchors);
            addFullJoins(path, ancestor, present, used);
            for (Variable variable : present) {
                activate(variable, ancestor, path, present, used);
            }
        }
        return used;
    }

    /** A row of a block holds a row of each child that always takes part. */
    private static void addAlwaysThere(Block block, Set<Constraint> used) {
        used.addAll(block.constraints());
        block.children().stream()
                .filter(child -> child.presence() == Presence.ALWAYS)
                .forEach(child -> addAlwaysThere(child, used));
    }

    private static Set<Variable> present(Set<Constraint> used, Collection<Variable> anchors) {
        Set<Variable> present = new LinkedHashSet<>(anchors);
        for (Constraint constraint : used) {
            present.add(constraint.target());
            present.add(constraint.source());
        }
        return present;
    }

    private static void addFullJoins(List<Block> path, Block ancestor, Set<Variable> present, Set<Constraint> used) {
        for (Block block : path) {
            if (block != ancestor && block.presence() == Presence.FULL && siblingIsThere(block, present)) {
                used.addAll(block.on());
            }
        }
    }

    private static void activate(
            Variable variable, Block ancestor, List<Block> path, Set<Variable> present, Set<Constraint> used) {
        for (Block block : variable.home().pathFrom(ancestor)) {
            if (block != ancestor) {
                if (block.presence() == Presence.ARM && !path.contains(block)) {
                    return;
                }
                boolean tied = block.presence() == Presence.OPTIONAL
                        || (block.presence() == Presence.FULL && siblingIsThere(block, present));
                if (tied) {
                    used.addAll(block.on());
                }
            }
            addAlwaysThere(block, used);
        }
    }

    private static boolean siblingIsThere(Block block, Set<Variable> present) {
        return block.sibling()
                .filter(sibling ->
                        present.stream().anyMatch(variable -> variable.home().isWithin(sibling)))
                .isPresent();
    }
}
