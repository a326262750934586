package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.time.Granularity;

/** What kind of value a column or expression holds, as far as time relations care. */
enum ValueKind {
    /** Midnights only. */
    DATE(Granularity.MICROS_PER_DAY),
    TIMESTAMP(1),
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
        return this == DATE || this == TIMESTAMP || this == TEXT;
    }

    /**
     * @param zoned whether TIMESTAMPTZ values lie on the axis: only where the project's zone has no clock changes, since a
     *     local time that occurs twice breaks monotony
     */
    static ValueKind of(SqlType type, boolean zoned) {
        if (type.isDate()) {
            return DATE;
        }
        if (type.equals(SqlType.TIMESTAMPTZ)) {
            return zoned ? TIMESTAMP : OTHER;
        }
        if (type.isTimestamp() && !type.text().equals("TIMESTAMP_NS")) {
            return TIMESTAMP;
        }
        if (type.isText()) {
            return TEXT;
        }
        return type.isInteger() ? INTEGER : OTHER;
    }
}
