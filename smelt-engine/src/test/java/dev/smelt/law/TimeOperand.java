package dev.smelt.law;

/** A time (or partition number) that generated SQL compares: its text, and its type. */
record TimeOperand(String sql, Kind kind) {
    enum Kind {
        DATE,
        TIMESTAMP,
        INTEGER
    }

    boolean isInteger() {
        return kind == Kind.INTEGER;
    }

    boolean isDate() {
        return kind == Kind.DATE;
    }

    TimeOperand asDate() {
        return isDate() || isInteger() ? this : new TimeOperand("CAST(" + sql + " AS DATE)", Kind.DATE);
    }

    TimeOperand asTimestamp() {
        return isInteger() ? this : new TimeOperand("CAST(" + sql + " AS TIMESTAMP)", Kind.TIMESTAMP);
    }
}
