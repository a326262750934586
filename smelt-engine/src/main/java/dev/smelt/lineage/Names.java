package dev.smelt.lineage;

import java.util.Locale;

/** Names as the engine compares them: without case. */
final class Names {
    private Names() {}

    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
