package dev.smelt.report;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Model;
import dev.smelt.model.Timeseries;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A {@link StatusReport} for people: coverage, holes and stale ranges with their reasons. */
public final class StatusText {
    private StatusText() {}

    public static String render(StatusReport report) {
        StringBuilder out = new StringBuilder();
        if (!report.exists()) {
            out.append("There is no warehouse at ")
                    .append(report.database())
                    .append(" yet; the first run makes it.\n\n");
        }
        for (ModelStatus status : report.models()) {
            out.append("Model: ").append(status.model().address()).append('\n');
            lines(status).forEach(line -> out.append("  ").append(line).append('\n'));
        }
        if (!report.runs().isEmpty()) {
            out.append("Last runs:\n");
            report.runs().forEach(run -> out.append("  ").append(line(run)).append('\n'));
        }
        return out.append('\n')
                .append("Summary: ")
                .append(summary(report))
                .append('\n')
                .toString();
    }

    /** {@code 4 models, 3 built, 1 with stale partitions}. */
    public static String summary(StatusReport report) {
        long built = report.models().stream().filter(StatusText::isBuilt).count();
        long stale = report.models().stream()
                .filter(each ->
                        each.state().stream().anyMatch(state -> !state.stale().isEmpty()))
                .count();
        return Counted.of(report.models().size(), "model") + ", " + built + " built, " + stale
                + " with stale partitions";
    }

    /** A table that was made for chunks, none of which has run, is not. */
    private static boolean isBuilt(ModelStatus status) {
        return status.state()
                .filter(state ->
                        !status.model().isTable() || !state.partitions().isEmpty())
                .isPresent();
    }

    private static List<String> lines(ModelStatus status) {
        Model model = status.model();
        if (!model.isTable()) {
            return List.of("keeps no data of its own: "
                    + model.materialization().name().toLowerCase(java.util.Locale.ROOT));
        }
        if (!isBuilt(status)) {
            return List.of("not built");
        }
        ModelState state = status.state().get();
        return model.isIncremental() && model.timeseries().isPresent()
                ? partitioned(state, model.timeseries().get())
                : whole(state);
    }

    private static List<String> whole(ModelState state) {
        List<String> lines = new ArrayList<>();
        lines.add("built whole: " + Counted.of(rows(state.partitions()), "row"));
        staleReasons(state).keySet().forEach(reason -> lines.add("stale: " + reason));
        return lines;
    }

    private static List<String> partitioned(ModelState state, Timeseries clock) {
        Granularity granularity = clock.granularity();
        List<String> lines = new ArrayList<>();
        lines.add("built " + format(state.built(), granularity) + ": "
                + Counted.of(state.partitions().size(), "partition") + ", "
                + Counted.of(rows(state.partitions()), "row"));
        IntervalSet holes = IntervalSet.of(state.built().hull()).minus(state.built());
        if (!holes.isEmpty()) {
            lines.add("holes " + format(holes, granularity));
        }
        IntervalSet open = state.built().minus(state.complete());
        if (!open.isEmpty()) {
            lines.add("open " + format(open, granularity) + ": not all they read had arrived");
        }
        staleReasons(state)
                .forEach((reason, windows) -> lines.add("stale " + format(windows, granularity) + ": " + reason));
        return lines;
    }

    static SortedMap<String, IntervalSet> staleReasons(ModelState state) {
        SortedMap<String, IntervalSet> reasons = new TreeMap<>();
        for (PartitionState partition : state.partitions()) {
            partition
                    .stale()
                    .ifPresent(reason -> reasons.merge(reason, IntervalSet.of(partition.range()), IntervalSet::union));
        }
        return reasons;
    }

    static long rows(List<PartitionState> partitions) {
        return partitions.stream().mapToLong(PartitionState::rows).sum();
    }

    private static String format(IntervalSet windows, Granularity granularity) {
        return windows.intervals().stream()
                .map((Interval window) -> granularity.format(window))
                .collect(Collectors.joining(" "));
    }

    private static String line(RunRecord run) {
        return run.started() + " " + run.goal() + " " + run.request() + ": " + run.outcome();
    }
}
