package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.Landed;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The parameters {@code source} and {@code landed}: the n-th window landed in the n-th source. */
final class LandedWindows {

    /** What lands in a lookup, which has no windows. */
    private static final String ALL = "all";

    /** What stands before a window of the arrival clock. */
    private static final String ARRIVAL = "arrival:";

    /** Users may write an address as their SQL does. */
    private static final String PREFIX = "smelt.";

    private LandedWindows() {}

    static List<Landed> parse(Optional<String> source, Optional<String> landed) {
        List<String> sources = CommaList.parse(source.orElse(""));
        List<String> windows = CommaList.parse(landed.orElse(""));
        if (sources.size() != windows.size()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C093",
                    "smelt.sinceUpstream takes one landed window per source, but smelt.source names " + sources.size()
                            + " and smelt.landed " + windows.size() + ".",
                    "Write -Dsmelt.source=raw.a,raw.b -Dsmelt.landed=2026-04-10..2026-04-11,all."));
        }
        return IntStream.range(0, sources.size())
                .mapToObj(index -> landed(sources.get(index), windows.get(index), index + 1))
                .toList();
    }

    /** @param position from 1, of the pair */
    private static Landed landed(String source, String window, int position) {
        Address origin = new Address(source.startsWith(PREFIX) ? source.substring(PREFIX.length()) : source);
        if (window.equalsIgnoreCase(ALL)) {
            return new Landed(origin, "", "");
        }
        boolean arrival = window.startsWith(ARRIVAL);
        WindowText text = WindowText.parse(
                arrival ? window.substring(ARRIVAL.length()) : window,
                "smelt.landed, window " + position + " (for " + source + "),");
        return new Landed(origin, text.start(), text.end(), arrival ? Landed.Clock.ARRIVAL : Landed.Clock.PARTITION);
    }
}
