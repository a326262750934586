package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.time.Granularity;

/** What kind of value a column or expression holds, as far as time relations care. */
enum ValueKind {
    /** Midnights only. */
    DATE(Granularity.MICROS_PER_DAY),
    /** A time without a zone. */
    TIMESTAMP(1),
    /** A TIMESTAMPTZ, which lies on an axis of its own: microseconds of UTC. */
    INSTANT(1),
    /** Stands for the timestamp that the text reads as. */
    TEXT(1),
    INTEGER(1),
    /** A span of time or anything else that is no point on an axis. */
    OTHER(1);

    private final long step;

    ValueKind(long step) {
        this.step = step;
    }

    /** The distance between neighbouring values, in axis units. */
    long step() {
        return step;
    }

    boolean isPointOnTimeAxis() {
        return this == DATE || this == TIMESTAMP || this == INSTANT || this == TEXT;
    }

    static ValueKind of(SqlType type) {
        return switch (type.text()) {
            case "DATE" -> DATE;
            case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "DATETIME" -> TIMESTAMP;
            case "TIMESTAMP WITH TIME ZONE" -> INSTANT;
            default -> type.isText() ? TEXT : type.isInteger() ? INTEGER : OTHER;
        };
    }
}
