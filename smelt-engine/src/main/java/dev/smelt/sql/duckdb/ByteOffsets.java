package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Span;
import java.util.Optional;

/** The engine counts in UTF-8 bytes, spans count in UTF-16 units: one table for the whole text. */
final class ByteOffsets {
    /** For each byte the offset of the unit that it belongs to. */
    private final int[] units;

    ByteOffsets(String text) {
        int[] table = new int[3 * text.length() + 1];
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            int length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            for (int k = 0; k < length; k++) {
                table[bytes++] = i;
            }
            i += Character.charCount(point);
        }
        table[bytes++] = text.length();
        units = java.util.Arrays.copyOf(table, bytes);
    }

    /** Where the node stands by itself; empty where the engine kept no place, or that of an operator alone. */
    Optional<Span> of(EngineNode node) {
        return node.location()
                .filter(start -> node.length() > 0 && start + node.length() < units.length)
                .map(start -> new Span(units[start], units[start + node.length()]));
    }

    /** Where the node begins, if it has a place at all. */
    Optional<Integer> start(EngineNode node) {
        return node.location().filter(start -> start < units.length).map(start -> units[start]);
    }
}
