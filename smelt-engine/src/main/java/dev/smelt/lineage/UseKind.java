package dev.smelt.lineage;

/** How a column of an input takes part in a column, or in which rows there are. */
public enum UseKind {
    /** The value is taken as it is. */
    IDENTITY,
    /** The value is computed from it. */
    TRANSFORMATION,
    /** The value is computed from it over several rows. */
    AGGREGATION,
    /** It decides which of several values is taken. */
    CONDITIONAL,
    /** It decides which rows a window call looks at, or in which order. */
    WINDOW,
    /** It decides which rows there are. */
    FILTER,
    /** It decides which rows belong together. */
    JOIN,
    /** It decides which rows become one. */
    GROUP_BY,
    /** It decides an order on which the result depends. */
    SORT;

    /** Whether values are computed from it; otherwise it decides something about them. */
    public boolean isDirect() {
        return compareTo(AGGREGATION) <= 0;
    }

    /** What a use becomes inside of a use of another kind. */
    UseKind within(UseKind outer) {
        return isDirect() && outer.compareTo(this) > 0 ? outer : this;
    }
}
