package dev.smelt.report.html;

import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A layered drawing of the graph: every node lies in a layer after all that it reads, an edge that passes a layer has a
 * place of its own in it, and the order within a layer keeps edges from crossing as far as a few sweeps can tell.
 *
 * <p>Positions count in node widths: a layer's number, and along the layer a place that may lie between two numbers.
 */
final class GraphLayout {
    private static final int SWEEPS = 8;

    private final ModelGraph graph;
    private final Map<Address, Integer> depths = new HashMap<>();
    private final Set<Address> under = new HashSet<>();
    private final List<List<Spot>> layers = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();

    /** A node, or the place where a long edge passes a layer. */
    static final class Spot {
        private final Address node;
        private final boolean passing;
        private final int layer;
        private final List<Spot> before = new ArrayList<>();
        private final List<Spot> after = new ArrayList<>();
        private double along;

        private Spot(Address node, boolean passing, int layer) {
            this.node = node;
            this.passing = passing;
            this.layer = layer;
        }

        Address node() {
            return node;
        }

        int layer() {
            return layer;
        }

        double along() {
            return along;
        }
    }

    /** From what is read to its reader, by way of every layer between. */
    record Edge(List<Spot> path) {}

    private GraphLayout(ModelGraph graph) {
        this.graph = graph;
    }

    static GraphLayout of(ModelGraph graph) {
        GraphLayout layout = new GraphLayout(graph);
        layout.place();
        layout.untangle();
        layout.settle();
        return layout;
    }

    List<Edge> edges() {
        return Collections.unmodifiableList(edges);
    }

    /** The nodes, layer by layer. */
    List<Spot> nodes() {
        return layers.stream()
                .flatMap(List::stream)
                .filter(spot -> !spot.passing)
                .toList();
    }

    int layerCount() {
        return layers.size();
    }

    /** How many nodes lie side by side where most do. */
    double breadth() {
        return 1
                + layers.stream()
                        .flatMap(List::stream)
                        .mapToDouble(spot -> spot.along)
                        .max()
                        .orElse(0);
    }

    private void place() {
        SortedSet<Address> all = new TreeSet<>(graph.upstreams().keySet());
        graph.upstreams().values().forEach(all::addAll);
        Map<Address, Spot> spots = new HashMap<>();
        for (Address node : all) {
            Spot spot = new Spot(node, false, depth(node));
            spots.put(node, spot);
            layer(spot.layer).add(spot);
        }
        for (Address reader : graph.upstreams().keySet()) {
            for (Address read : graph.upstreams(reader)) {
                connect(spots.get(read), spots.get(reader));
            }
        }
    }

    /** Models that read each other in a circle are drawn all the same: the edge that closes it does not count. */
    private int depth(Address node) {
        Integer known = depths.get(node);
        if (known != null) {
            return known;
        }
        if (!under.add(node)) {
            return -1;
        }
        int depth = graph.upstreams(node).stream().mapToInt(this::depth).max().orElse(-1) + 1;
        under.remove(node);
        depths.put(node, depth);
        return depth;
    }

    private List<Spot> layer(int number) {
        while (layers.size() <= number) {
            layers.add(new ArrayList<>());
        }
        return layers.get(number);
    }

    private void connect(Spot read, Spot reader) {
        List<Spot> path = new ArrayList<>(List.of(read));
        for (int layer = read.layer + 1; layer < reader.layer; layer++) {
            Spot passing = new Spot(reader.node, true, layer);
            layer(layer).add(passing);
            path.add(passing);
        }
        path.add(reader);
        for (int i = 1; i < path.size() && read.layer < reader.layer; i++) {
            path.get(i - 1).after.add(path.get(i));
            path.get(i).before.add(path.get(i - 1));
        }
        edges.add(new Edge(List.copyOf(path)));
    }

    private void untangle() {
        layers.forEach(GraphLayout::number);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            layers.forEach(layer -> order(layer, true));
            for (int i = layers.size() - 1; i >= 0; i--) {
                order(layers.get(i), false);
            }
        }
    }

    private static void order(List<Spot> layer, boolean byBefore) {
        Map<Spot, Double> wish = new HashMap<>();
        layer.forEach(spot -> wish.put(spot, mean(byBefore ? spot.before : spot.after, spot.along)));
        layer.sort(Comparator.comparing(wish::get));
        number(layer);
    }

    private static void number(List<Spot> layer) {
        for (int i = 0; i < layer.size(); i++) {
            layer.get(i).along = i;
        }
    }

    private static double mean(List<Spot> spots, double otherwise) {
        return spots.stream().mapToDouble(spot -> spot.along).average().orElse(otherwise);
    }

    /** Draws every spot towards its neighbours, keeping order and distance. */
    private void settle() {
        for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
            for (List<Spot> layer : layers) {
                List<Double> wishes = layer.stream()
                        .map(spot -> (mean(spot.before, spot.along) + mean(spot.after, spot.along)) / 2)
                        .toList();
                spread(layer, wishes);
            }
        }
        double least = layers.stream()
                .flatMap(List::stream)
                .mapToDouble(spot -> spot.along)
                .min()
                .orElse(0);
        layers.forEach(layer -> layer.forEach(spot -> spot.along -= least));
    }

    /** The nearest places to the wishes that keep a node's width between neighbours: the mean of packing both ways. */
    private static void spread(List<Spot> layer, List<Double> wishes) {
        int size = layer.size();
        double[] fromLeft = new double[size];
        double[] fromRight = new double[size];
        for (int i = 0; i < size; i++) {
            fromLeft[i] = i == 0 ? wishes.get(i) : Math.max(wishes.get(i), fromLeft[i - 1] + 1);
        }
        for (int i = size - 1; i >= 0; i--) {
            fromRight[i] = i == size - 1 ? wishes.get(i) : Math.min(wishes.get(i), fromRight[i + 1] - 1);
        }
        for (int i = 0; i < size; i++) {
            layer.get(i).along = (fromLeft[i] + fromRight[i]) / 2;
        }
    }
}
