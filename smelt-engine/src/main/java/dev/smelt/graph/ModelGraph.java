package dev.smelt.graph;

import dev.smelt.model.Address;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who reads whom. Models, seeds and sources are nodes; a model that reads itself is no cycle but a self-reference.
 *
 * @param upstreams what each model reads, itself included where it does; sources and seeds have none
 */
public record ModelGraph(SortedMap<Address, SortedSet<Address>> upstreams) {
    public ModelGraph {
        SortedMap<Address, SortedSet<Address>> copy = new TreeMap<>();
        upstreams.forEach((model, reads) -> copy.put(model, Collections.unmodifiableSortedSet(new TreeSet<>(reads))));
        upstreams = Collections.unmodifiableSortedMap(copy);
    }
}
