package dev.smelt.sql.duckdb;

/**
 * A stretch of significant tokens by their numbers: what lies between two brackets, or a part of it.
 *
 * @param from the first token's number
 * @param to the number after the last token's
 */
record Region(int from, int to) {
    boolean isEmpty() {
        return from >= to;
    }
}
