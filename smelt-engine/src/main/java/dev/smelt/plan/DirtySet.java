package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;

/**
 * Every model-and-window pair that landed data can have made stale.
 *
 * @param edges by downstream, then upstream
 * @param runs by model: the union of its edges' windows, output partitions
 */
public record DirtySet(List<Edge> edges, List<Run> runs) {
    public record Edge(Address downstream, Address upstream, Interval window, Granularity granularity) {}

    public record Run(Address model, Interval window, Granularity granularity) {}

    public DirtySet {
        edges = List.copyOf(edges);
        runs = List.copyOf(runs);
    }
}
