package dev.smelt.relation;

import dev.smelt.sql.Reference;
import java.util.Set;

/**
 * A value that every row of some block has: a column of an instance of a reference, or something computed that is not
 * looked into (an aggregate, a window's result, an unknown function). Compared by identity.
 *
 * <p>Its home block is mutable because blocks are built from the leaves up.
 */
final class Variable {
    private final String name;
    private final ValueKind kind;
    private final Set<Reference> support;
    private Block home;

    /**
     * @param name for messages
     * @param support the references that its value is computed from
     */
    Variable(String name, ValueKind kind, Set<Reference> support) {
        this.name = name;
        this.kind = kind;
        this.support = support;
    }

    String name() {
        return name;
    }

    /** The name as a query says it that reads several relations: {@code u.d}; the mere name where no relation has it. */
    String qualifiedName() {
        return home == null
                ? name
                : home.instance().map(instance -> instance.name() + "." + name).orElse(name);
    }

    ValueKind kind() {
        return kind;
    }

    Set<Reference> support() {
        return support;
    }

    Block home() {
        return home;
    }

    Variable livesIn(Block block) {
        this.home = block;
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
