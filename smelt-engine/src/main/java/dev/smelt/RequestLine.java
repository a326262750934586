package dev.smelt;

import dev.smelt.BuildRequest.Auto;
import dev.smelt.BuildRequest.Backbuild;
import dev.smelt.BuildRequest.SinceUpstream;
import dev.smelt.BuildRequest.Window;
import dev.smelt.plan.PlanRequest.Landed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A request on one line, as the ledger keeps it: {@code select=silver.sessions 2026-04-01..2026-04-19}. */
final class RequestLine {
    private RequestLine() {}

    static String of(BuildRequest request) {
        return of(request.selectors()) + " " + ask(request.ask());
    }

    static String of(Selectors selectors) {
        List<String> parts = new ArrayList<>();
        parts.add("select=" + (selectors.select().isEmpty() ? "all" : String.join(",", selectors.select())));
        if (!selectors.exclude().isEmpty()) {
            parts.add("exclude=" + String.join(",", selectors.exclude()));
        }
        return String.join(" ", parts);
    }

    private static String ask(BuildRequest.Ask ask) {
        if (ask instanceof Backbuild backbuild) {
            return backbuild.start() + ".." + backbuild.end();
        }
        if (ask instanceof Window window) {
            return window.start() + ".." + window.end();
        }
        if (ask instanceof Auto auto) {
            return auto.fullRefresh() ? "full refresh" : "auto";
        }
        if (ask instanceof BuildRequest.Resume) {
            return "resume";
        }
        List<Landed> landed = ((SinceUpstream) ask).landed();
        return landed.isEmpty()
                ? "since upstream"
                : "since upstream " + landed.stream().map(RequestLine::landed).collect(Collectors.joining(", "));
    }

    private static String landed(Landed landed) {
        String window = landed.start().isEmpty() ? "all" : landed.start() + ".." + landed.end();
        return landed.origin() + " " + (landed.clock() == Landed.Clock.ARRIVAL ? "arrival:" : "") + window;
    }
}
