package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;

/** A window as {@code start..end}, the end exclusive; what stands on either side is read by the granularity it meets. */
record WindowText(String start, String end) {

    /** @param property what the text was given as, for the message: {@code smelt.period} */
    static WindowText parse(String text, String property) {
        String stripped = text.strip();
        int dots = stripped.indexOf("..");
        String start = dots < 0 ? "" : stripped.substring(0, dots).strip();
        String end = dots < 0 ? "" : stripped.substring(dots + 2).strip();
        if (start.isEmpty() || end.isEmpty() || end.contains("..")) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C092",
                    property + " is '" + text + "', which is no window.",
                    "Write start..end, the end exclusive: 2026-04-10..2026-04-11."));
        }
        return new WindowText(start, end);
    }
}
