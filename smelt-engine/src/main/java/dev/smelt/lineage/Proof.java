package dev.smelt.lineage;

/**
 * What is proven about the values of a column or expression.
 *
 * @param nonNull it is never NULL
 * @param plain its type is a scalar whose casts fail or succeed but never give NULL for a value. A JSON holding
 *     {@code null} casts to NULL, so that nothing follows from such a value being there.
 */
record Proof(boolean nonNull, boolean plain) {
    /** Nothing is proven. */
    static final Proof NOTHING = new Proof(false, false);

    /** A value is there, and whatever is computed from it by a total function is there too. */
    boolean solid() {
        return nonNull && plain;
    }

    Proof supplyingNulls() {
        return new Proof(false, plain);
    }

    Proof proven() {
        return new Proof(true, plain);
    }
}
