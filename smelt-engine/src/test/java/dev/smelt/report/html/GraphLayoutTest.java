package dev.smelt.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Graphs are written {@code reader < read read}. */
class GraphLayoutTest {

    @Test
    void a_model_lies_in_the_layer_after_the_last_that_it_reads() {
        GraphLayout layout = layout("b < a", "c < b", "d < a c");

        assertThat(layer(layout, "a")).isZero();
        assertThat(layer(layout, "b")).isEqualTo(1);
        assertThat(layer(layout, "c")).isEqualTo(2);
        assertThat(layer(layout, "d")).isEqualTo(3);
    }

    @Test
    void an_edge_that_passes_a_layer_has_a_place_in_it_beside_the_nodes() {
        GraphLayout layout = layout("b < a", "c < a b");

        GraphLayout.Edge past = layout.edges().stream()
                .filter(edge -> edge.path().size() == 3)
                .findFirst()
                .orElseThrow();
        double passing = past.path().get(1).along();
        assertThat(Math.abs(passing - along(layout, "b"))).isGreaterThanOrEqualTo(0.999);
    }

    @Test
    void edges_do_not_cross_where_they_need_not() {
        GraphLayout layout = layout("x < b", "y < a");

        assertThat(along(layout, "a") < along(layout, "b")).isEqualTo(along(layout, "y") < along(layout, "x"));
    }

    @Test
    void neighbours_never_overlap_and_the_first_lies_at_the_edge() {
        GraphLayout layout = layout("b < a", "c < a", "d < a", "e < b c d");

        assertThat(along(layout, "a")).isEqualTo(along(layout, "e"), within(0.01));
        assertThat(layout.breadth()).isEqualTo(3, within(0.01));
        assertThat(layout.nodes()).allMatch(spot -> spot.along() >= 0);
    }

    @Test
    void models_that_read_each_other_in_a_circle_are_drawn_all_the_same() {
        GraphLayout layout = layout("a < b", "b < a", "c < c b");

        assertThat(layout.nodes()).hasSize(3);
        assertThat(layout.edges()).hasSize(3);
    }

    private static GraphLayout layout(String... models) {
        SortedMap<Address, SortedSet<Address>> upstreams = new TreeMap<>();
        for (String model : models) {
            String[] sides = model.split(" < ");
            SortedSet<Address> reads = new TreeSet<>();
            for (String read : sides[1].split(" ")) {
                reads.add(new Address(read));
            }
            upstreams.put(new Address(sides[0]), reads);
        }
        return GraphLayout.of(new ModelGraph(upstreams));
    }

    private static int layer(GraphLayout layout, String name) {
        return spot(layout, name).layer();
    }

    private static double along(GraphLayout layout, String name) {
        return spot(layout, name).along();
    }

    private static GraphLayout.Spot spot(GraphLayout layout, String name) {
        return layout.nodes().stream()
                .filter(spot -> spot.node().path().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
