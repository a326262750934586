package dev.smelt.schema;

/** What a user may allow for one run, because it loses data. */
public enum Permission {
    /** Columns that a model no longer has are dropped. */
    COLUMN_REMOVAL("allowColumnRemoval"),
    /** A table whose change cannot be made in place is rebuilt whole. */
    FULL_REFRESH("allowFullRefresh");

    private final String parameter;

    Permission(String parameter) {
        this.parameter = parameter;
    }

    /** The goals' parameter that grants it. */
    public String parameter() {
        return parameter;
    }
}
