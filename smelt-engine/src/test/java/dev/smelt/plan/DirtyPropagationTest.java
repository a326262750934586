package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.at;
import static dev.smelt.plan.Pipeline.days;
import static dev.smelt.plan.Pipeline.reach;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DirtyPropagationTest {
    private static final List<Granularity> GRAINS = List.of(Granularity.DAY, Granularity.WEEK, Granularity.MONTH);

    /** The table of the design, backwards. */
    @Test
    void widensThroughEveryModelOnTheWay() {
        Landscape landscape = new Landscape(new Pipeline()
                .source("sources.s", "raw.s")
                .model("sessions")
                .reads("sources.s", reach(0, 1), reach(2, 1), true)
                .end()
                .model("enriched")
                .drivenBy("sources.s", 0, 0)
                .joins("sessions", 1, 1)
                .end()
                .world());

        DirtyPropagation.Spread spread =
                new DirtyPropagation(landscape).spread(Map.of(at("sources.s"), one("2026-04-10")));

        assertThat(spread.dirty(at("sessions"))).isEqualTo(IntervalSet.of(days("2026-04-09", "2026-04-13")));
        assertThat(spread.dirty(at("enriched"))).isEqualTo(IntervalSet.of(days("2026-04-08", "2026-04-14")));
    }

    /** A law: a partition is dirty exactly if its read window touches what changed, whatever the graph and the grains. */
    @Test
    void equalsTheSearchOverAllPartitions() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            Landscape landscape = new Landscape(randomPipeline(random).world());
            long start = days("2025-03-01", "2025-03-02").start() + random.nextInt(300) * Granularity.MICROS_PER_DAY;
            Interval landed = new Interval(start, start + (1 + random.nextInt(10)) * Granularity.MICROS_PER_DAY);
            Map<Address, IntervalSet> changed = Map.of(at("sources.s"), IntervalSet.of(landed));

            Map<Address, IntervalSet> dirty =
                    new DirtyPropagation(landscape).spread(changed).dirty();

            assertThat(dirty).isEqualTo(searched(landscape, changed));
        }
    }

    private static Map<Address, IntervalSet> searched(Landscape landscape, Map<Address, IntervalSet> changed) {
        Map<Address, IntervalSet> moving = new TreeMap<>(changed);
        Map<Address, IntervalSet> dirty = new TreeMap<>();
        for (Address model : landscape.order()) {
            Granularity grain = landscape.granularity(model);
            IntervalSet found = IntervalSet.none();
            Interval years = grain.outward(days("2023-01-01", "2028-01-01"));
            for (long at = years.start(); at < years.end(); at = grain.next(at)) {
                Interval partition = grain.granule(at);
                for (ReferenceRelation relation : landscape.relations(model).orElseThrow()) {
                    Interval read = relation.read().orElseThrow().image(partition);
                    IntervalSet source =
                            moving.getOrDefault(relation.reference().target(), IntervalSet.none());
                    Granularity input = relation.read().orElseThrow().input();
                    if (source.intervals().stream().map(input::outward).anyMatch(read::overlaps)) {
                        found = found.plus(partition);
                    }
                }
            }
            if (!found.isEmpty()) {
                dirty.put(model, found);
                moving.put(model, found);
            }
        }
        return dirty;
    }

    private static Pipeline randomPipeline(Random random) {
        Granularity a = GRAINS.get(random.nextInt(3));
        Granularity b = GRAINS.get(random.nextInt(3));
        Pipeline.Spec first = new Pipeline()
                .source("sources.s", "raw.s")
                .model("a")
                .clock("d", a)
                .reads(
                        "sources.s",
                        reach(0, 0, a, Granularity.DAY),
                        reach(random.nextInt(40) - 5, random.nextInt(40) + 5, a, Granularity.DAY),
                        true);
        Pipeline.Spec second = first.end()
                .model("b")
                .clock("d", b)
                .reads("a", reach(0, 0, b, a), reach(random.nextInt(9), random.nextInt(9), b, a), true);
        return second.end()
                .model("c")
                .reads("b", reach(0, 0, Granularity.DAY, b), reach(random.nextInt(9), 0, Granularity.DAY, b), true)
                .joins("sources.s", random.nextInt(9), random.nextInt(9))
                .end();
    }

    private static IntervalSet one(String day) {
        return IntervalSet.of(Granularity.DAY.granule(Granularity.DAY.parse(day).orElseThrow()));
    }
}
