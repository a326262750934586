package dev.smelt.law;

import dev.smelt.time.Granularity;

/** The SQL of an incremental model, clocked by its column p. */
record GeneratedModel(String sql, TimeOperand.Kind kind, Granularity granularity) {
    static final String PARTITION = "p";
}
