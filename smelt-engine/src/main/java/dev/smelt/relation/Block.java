package dev.smelt.relation;

import dev.smelt.sql.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A set of rows: a reference's, a join's, a SELECT's before or after QUALIFY, a set operation's. Blocks form a tree whose
 * leaves are instances of references (a CTE used twice has two). Built once from the leaves up, then only read.
 */
final class Block {
    /** How the rows of a child take part in the rows of its parent. */
    enum Presence {
        /** Every row of the parent holds a row of the child. */
        ALWAYS,
        /** The null-supplying side of an outer join, a semi or anti join, a subquery: it matters only where ON holds. */
        OPTIONAL,
        /** One side of a FULL JOIN. */
        FULL,
        /** One arm of a set operation: ON ties its columns to the operation's. */
        ARM
    }

    private final List<Constraint> constraints = new ArrayList<>();
    private final List<WindowUse> windows = new ArrayList<>();
    private final List<Block> children = new ArrayList<>();
    private final Optional<Instance> instance;
    private Block parent;
    private Presence presence = Presence.ALWAYS;
    private List<Constraint> on = List.of();

    private Block(Optional<Instance> instance) {
        this.instance = instance;
    }

    /**
     * One occurrence of a reference's rows.
     *
     * @param name what the columns are qualified with in the SELECT that reads it
     */
    record Instance(Reference reference, String name, InputRelation input, Optional<Variable> clock) {}

    static Block inner() {
        return new Block(Optional.empty());
    }

    static Block leaf(Instance instance) {
        return new Block(Optional.of(instance));
    }

    void add(Block child, Presence how, List<Constraint> condition) {
        child.parent = this;
        child.presence = how;
        child.on = List.copyOf(condition);
        children.add(child);
    }

    void require(List<Constraint> conjuncts) {
        constraints.addAll(conjuncts);
    }

    void compute(WindowUse window) {
        windows.add(window);
    }

    List<Constraint> constraints() {
        return constraints;
    }

    List<WindowUse> windows() {
        return windows;
    }

    List<Block> children() {
        return children;
    }

    Optional<Instance> instance() {
        return instance;
    }

    /** How this block takes part in its parent. */
    Presence presence() {
        return presence;
    }

    /** What holds where this block takes part in its parent; empty where it always does. */
    List<Constraint> on() {
        return on;
    }

    /** The blocks from an ancestor (included) down to this one (included); empty where it is no ancestor. */
    List<Block> pathFrom(Block ancestor) {
        List<Block> path = new ArrayList<>();
        for (Block block = this; block != null; block = block.parent) {
            path.add(0, block);
            if (block == ancestor) {
                return path;
            }
        }
        return List.of();
    }

    boolean isWithin(Block ancestor) {
        return !pathFrom(ancestor).isEmpty();
    }

    /** The other side of a FULL JOIN. */
    Optional<Block> sibling() {
        return parent == null
                ? Optional.empty()
                : parent.children.stream().filter(other -> other != this).findFirst();
    }

    /** Every leaf below this block, in the order of the text. */
    List<Block> leaves() {
        List<Block> found = new ArrayList<>();
        if (instance.isPresent()) {
            found.add(this);
        }
        children.forEach(child -> found.addAll(child.leaves()));
        return found;
    }

    /** Every block of the tree below this one, itself included. */
    List<Block> all() {
        List<Block> found = new ArrayList<>(List.of(this));
        children.forEach(child -> found.addAll(child.all()));
        return found;
    }
}
