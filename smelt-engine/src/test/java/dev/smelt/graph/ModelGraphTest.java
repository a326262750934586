package dev.smelt.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ModelGraphTest {
    /** {@code "c: a b"} is a model c that reads a and b. */
    static ModelGraph graph(String... models) {
        TreeMap<Address, SortedSet<Address>> upstreams = new TreeMap<>();
        for (String model : models) {
            String[] sides = model.split(":", -1);
            SortedSet<Address> reads = new TreeSet<>();
            for (String each : sides[1].strip().split(" ")) {
                if (!each.isEmpty()) {
                    reads.add(new Address(each));
                }
            }
            upstreams.put(new Address(sides[0].strip()), reads);
        }
        return new ModelGraph(upstreams);
    }

    private static List<String> paths(Collection<Address> addresses) {
        return addresses.stream().map(Address::path).toList();
    }

    private static Address at(String path) {
        return new Address(path);
    }

    @Test
    void ordersModelsAfterWhatTheyReadAndByAddressElse() {
        ModelGraph graph = graph("a: z", "m: sources.s", "z: sources.s", "b: a m b");

        assertThat(paths(graph.order())).containsExactly("m", "z", "a", "b");
    }

    @Test
    void walksBothWays() {
        ModelGraph graph = graph("a: s", "b: a", "c: b c", "d: b");

        assertThat(paths(graph.upstreams(at("c")))).containsExactly("b");
        assertThat(paths(graph.downstreams(at("b")))).containsExactly("c", "d");
        assertThat(paths(graph.ancestors(at("c")))).containsExactly("a", "b", "s");
        assertThat(paths(graph.ancestors(at("c"), 2))).containsExactly("a", "b");
        assertThat(paths(graph.descendants(at("s")))).containsExactly("a", "b", "c", "d");
        assertThat(paths(graph.descendants(at("s"), 0))).isEmpty();
    }

    @Test
    void aSelfReferenceIsNoCycle() {
        ModelGraph graph = graph("a: a");

        assertThat(graph.selfReferential(at("a"))).isTrue();
        assertThat(graph.problems()).isEmpty();
        assertThat(paths(graph.order())).containsExactly("a");
        assertThat(graph.downstreams(at("a"))).isEmpty();
    }

    @Test
    void cyclesAreListed() {
        ModelGraph graph = graph("a: b", "b: c a", "c: a", "x: y", "y: x", "z: a");

        assertThat(graph.problems())
                .extracting(Diagnostic::render)
                .containsExactly(
                        "These models read each other in a circle: a -> b -> a. Take one of the references out."
                                + " [SMELT-P030]",
                        "These models read each other in a circle: x -> y -> x. Take one of the references out."
                                + " [SMELT-P030]");
        assertThatThrownBy(graph::order).hasMessageContaining("a -> b -> a");
    }
}
