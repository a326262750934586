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
                .mapToObj(index -> landed(sources.get(index), windows.get(index)))
                .toList();
    }

    private static Landed landed(String source, String window) {
        Address origin = new Address(source.startsWith(PREFIX) ? source.substring(PREFIX.length()) : source);
        if (window.equalsIgnoreCase(ALL)) {
            return new Landed(origin, "", "");
        }
        WindowText text = WindowText.parse(window, "smelt.landed");
        return new Landed(origin, text.start(), text.end());
    }
}
