package dev.smelt.maven;

import dev.smelt.BuildRequest.Ask;
import dev.smelt.BuildRequest.Auto;
import dev.smelt.BuildRequest.Resume;
import dev.smelt.BuildRequest.SinceUpstream;
import dev.smelt.BuildRequest.Window;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.util.Optional;

/**
 * The parameters of {@code run} that say what to bring up to date. They are four ways that exclude each other: a window,
 * what landed, the ledger, or what the last run left out.
 */
record RunAsk(
        Optional<String> start,
        Optional<String> end,
        boolean auto,
        boolean sinceUpstream,
        Optional<String> source,
        Optional<String> landed,
        boolean fullRefresh) {

    /** With {@code smelt.resume}, which goes with nothing else. */
    Ask resumed() {
        refuse(
                hasWindow() || auto || fullRefresh || sinceUpstream || source.isPresent() || landed.isPresent(),
                "smelt.resume takes up the last run as it was asked for.");
        return new Resume();
    }

    Ask ask() {
        if (sinceUpstream) {
            refuse(hasWindow() || auto || fullRefresh, "smelt.sinceUpstream takes its windows from smelt.landed.");
            return new SinceUpstream(LandedWindows.parse(source, landed));
        }
        if (source.isPresent() || landed.isPresent()) {
            throw contradiction(
                    "smelt.source and smelt.landed say what landed, but smelt.sinceUpstream is not set.",
                    "Add -Dsmelt.sinceUpstream.");
        }
        if (hasWindow()) {
            refuse(auto || fullRefresh, "A window and smelt." + (auto ? "auto" : "fullRefresh") + " are both given.");
            return new Window(both(start, "smelt.start"), both(end, "smelt.end"));
        }
        return new Auto(fullRefresh);
    }

    private boolean hasWindow() {
        return start.isPresent() || end.isPresent();
    }

    private static String both(Optional<String> side, String property) {
        return side.orElseThrow(() -> contradiction(
                "One end of the window is given and " + property + " is not.",
                "Give smelt.start and smelt.end, or neither of them."));
    }

    private static void refuse(boolean contradicts, String message) {
        if (contradicts) {
            throw contradiction(
                    message,
                    "Give one of: smelt.start and smelt.end; smelt.sinceUpstream; smelt.auto or smelt.fullRefresh;"
                            + " smelt.resume.");
        }
    }

    private static SmeltException contradiction(String message, String cure) {
        return SmeltException.project(Diagnostic.error("SMELT-C098", message, cure));
    }
}
