package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Source;
import dev.smelt.relation.ClockTie;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.Evidence;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Turns a window of a source's arrival clock into its partitions: by the lateness filter of each model that reads it, and
 * where a reader has none by the partitions in which the warehouse holds rows that arrived then.
 */
public final class ArrivalWindow {
    private final PlanRequest.Landed landed;
    private final String column;
    private final Granularity granularity;
    private final Interval arrived;

    private ArrivalWindow(PlanRequest.Landed landed, String column, Granularity granularity, Interval arrived) {
        this.landed = landed;
        this.column = column;
        this.granularity = granularity;
        this.arrived = arrived;
    }

    /**
     * Reads an announced window of an arrival clock.
     *
     * @param source what is called so; empty where that is no source
     * @throws SmeltException where it has no arrival clock or no partitions, or where the window cannot be read
     */
    public static ArrivalWindow of(PlanRequest.Landed landed, Optional<Source> source) {
        String said = "smelt.landed=arrival:" + landed.start() + ".." + landed.end() + " for " + landed.origin();
        Optional<String> arrival = source.flatMap(Source::arrivalColumn);
        if (arrival.isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P024",
                    said + ": "
                            + (source.isPresent()
                                    ? "the source declares no arrival_column."
                                    : "only a source has an arrival clock."),
                    "Declare arrival_column in the source's YAML, or give the partitions: start..end."));
        }
        if (source.get().timeseries().isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P025",
                    said + ": the source declares no timeseries, so what arrived lies in no partition of it.",
                    "Say -Dsmelt.landed=all for it, or declare its timeseries."));
        }
        Interval arrived = Alignment.window(
                landed.start(), landed.end(), Granularity.HOUR, "the arrival clock of " + landed.origin());
        return new ArrivalWindow(
                landed, arrival.get(), source.get().timeseries().get().granularity(), arrived);
    }

    /** The column that says when a row landed. */
    public String column() {
        return column;
    }

    /** When it landed: axis values, the end exclusive. */
    public Interval arrived() {
        return arrived;
    }

    /** Whether the SQL of a reader tells which partitions matter to it. */
    public boolean isProven(Optional<Derivation> reader) {
        return !ties(reader).isEmpty();
    }

    /**
     * The partitions, and how they were found.
     *
     * @param found a notice that says so
     */
    record Partitions(IntervalSet windows, Diagnostic found) {}

    Partitions partitions(Landscape landscape) {
        IntervalSet windows = IntervalSet.none();
        SortedSet<String> filters = new TreeSet<>();
        boolean asked = false;
        for (Address model : landscape.order()) {
            if (!landscape.referenced(model).contains(landed.origin())) {
                continue;
            }
            List<ClockTie> ties = ties(landscape.facts(model).derivation());
            for (ClockTie tie : ties) {
                windows = windows.plus(tie.window(arrived, granularity).orElseThrow());
                filters.add(model + " ("
                        + tie.evidence().stream()
                                .map(Evidence::place)
                                .map(Object::toString)
                                .distinct()
                                .collect(Collectors.joining(", "))
                        + ")");
            }
            asked = asked || ties.isEmpty();
        }
        if (asked) {
            windows = windows.union(landscape.world().arrived().getOrDefault(landed, IntervalSet.none()));
        }
        List<String> how = new ArrayList<>();
        if (!filters.isEmpty()) {
            how.add("by the lateness filter of " + String.join(", ", filters));
        }
        if (asked) {
            how.add("by the partitions that hold such rows");
        }
        String text = windows.isEmpty() ? "no partition" : StaleMarks.text(windows, granularity);
        return new Partitions(
                windows,
                new Diagnostic(
                        "SMELT-P026",
                        Severity.NOTICE,
                        Optional.empty(),
                        "What arrived in " + landed.origin() + " from " + landed.start() + " to " + landed.end()
                                + " lies in " + text + ", " + String.join(" and ", how) + ".",
                        ""));
    }

    /** Of every place where the reader's text stands for the origin; none where one of them is not bounded. */
    private List<ClockTie> ties(Optional<Derivation> reader) {
        List<ReferenceRelation> relations =
                reader.filter(each -> !each.isRefused()).map(Derivation::relations).orElse(List.of()).stream()
                        .filter(relation -> relation.reference().target().equals(landed.origin()))
                        .toList();
        List<ClockTie> all = new ArrayList<>();
        for (ReferenceRelation relation : relations) {
            List<ClockTie> ties = relation.tiesTo(column);
            if (ties.isEmpty()) {
                return List.of();
            }
            all.addAll(ties);
        }
        return all;
    }
}
