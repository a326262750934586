package dev.smelt.graph;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Which models a goal works on.
 *
 * <p>A list of selectors is what any of them selects; within one, {@code a&b} is what both select. A selector is an
 * address, a pattern with {@code *}, a pattern of files such as {@code models/silver/**}, {@code tag:x}, or
 * {@code state:changed} for the models that differ from what is deployed; {@code +} before it adds everything upstream, {@code 2+} what is at
 * most two edges upstream, {@code +} and {@code +2} after it the same downstream. Sources and seeds may be named where a
 * {@code +} leads from them to models; what comes out are models only.
 */
public final class Selection {
    /** The code where a selector matches nothing. */
    public static final String NO_MATCH = "SMELT-P031";

    private final ModelGraph graph;
    private final Map<Address, Model> models;
    private final Supplier<Set<Address>> changed;
    private final List<Diagnostic> problems = new ArrayList<>();

    private Selection(ModelGraph graph, Map<Address, Model> models, Supplier<Set<Address>> changed) {
        this.graph = graph;
        this.models = models;
        this.changed = changed;
    }

    /** The selectors of a comma-separated text, without blanks around them; none for a blank text. */
    public static List<String> split(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /**
     * The selected models, in order of address.
     *
     * @param select selectors; none selects all models
     * @param exclude selectors of what is taken out again
     * @param changed the models that differ from what is deployed; asked only where a selector wants to know. That there
     *     are none is an answer and no error
     * @throws SmeltException of kind PROJECT where a selector is malformed or matches no model, even if others match
     */
    public static SortedSet<Address> resolve(
            Collection<String> select,
            Collection<String> exclude,
            ModelGraph graph,
            Map<Address, Model> models,
            Supplier<Set<Address>> changed) {
        Selection selection = new Selection(graph, models, changed);
        SortedSet<Address> selected = select.isEmpty() ? new TreeSet<>(models.keySet()) : selection.union(select);
        selected.removeAll(selection.union(exclude));
        if (!selection.problems.isEmpty()) {
            throw SmeltException.project(selection.problems);
        }
        return Collections.unmodifiableSortedSet(selected);
    }

    private SortedSet<Address> union(Collection<String> selectors) {
        SortedSet<Address> union = new TreeSet<>();
        selectors.forEach(each -> union.addAll(intersection(each.strip())));
        return union;
    }

    private SortedSet<Address> intersection(String text) {
        List<Selector> parts = Stream.of(text.split("&", -1))
                .map(String::strip)
                .map(Selector::parse)
                .toList();
        int problemsBefore = problems.size();
        SortedSet<Address> both = reached(parts.get(0));
        parts.stream().skip(1).map(this::reached).forEach(both::retainAll);
        boolean wanted = parts.stream().noneMatch(Selector::isState);
        if (both.isEmpty() && wanted && problems.size() == problemsBefore) {
            problems.add(Diagnostic.error(
                    NO_MATCH, "no model matches " + text, "Each part matches models, but no model matches all."));
        }
        return both;
    }

    private SortedSet<Address> reached(Selector selector) {
        SortedSet<Address> reached = new TreeSet<>();
        for (Address node : named(selector)) {
            reached.add(node);
            reached.addAll(graph.ancestors(node, selector.up()));
            reached.addAll(graph.descendants(node, selector.down()));
        }
        boolean onlyOthers = !reached.isEmpty();
        reached.retainAll(models.keySet());
        if (reached.isEmpty() && !selector.isState()) {
            problems.add(onlyOthers ? noModel(selector) : noMatch(selector));
        }
        return reached;
    }

    private List<Address> named(Selector selector) {
        if (selector.isTag()) {
            return models.values().stream()
                    .filter(model -> model.tags().contains(selector.tag()))
                    .map(Model::address)
                    .toList();
        }
        if (selector.isState()) {
            return changed.get().stream().filter(models::containsKey).sorted().toList();
        }
        if (selector.isPath()) {
            return models.values().stream()
                    .filter(model -> selector.namesFile(model.sql().file()))
                    .map(Model::address)
                    .toList();
        }
        return nodes().stream().filter(node -> selector.names(node.path())).toList();
    }

    /** Models, and whatever they read. */
    private SortedSet<Address> nodes() {
        SortedSet<Address> nodes = new TreeSet<>(models.keySet());
        graph.upstreams().values().forEach(nodes::addAll);
        return nodes;
    }

    private Diagnostic noModel(Selector selector) {
        return Diagnostic.error(
                NO_MATCH,
                "no model matches " + selector.text() + ", which is a source or a seed",
                "Write " + selector.what() + "+ for the models that read it.");
    }

    private Diagnostic noMatch(Selector selector) {
        Optional<String> near = near(selector);
        String cure = near.isPresent() || models.isEmpty() || selector.isTag()
                ? ""
                : "The first of the models is " + new TreeSet<>(models.keySet()).first() + ".";
        return Diagnostic.error(NO_MATCH, "no model matches " + selector.text() + NearNames.hint(near), cure);
    }

    private Optional<String> near(Selector selector) {
        if (selector.isPath()) {
            List<String> files =
                    models.values().stream().map(model -> model.sql().file()).toList();
            return NearNames.nearest(selector.what(), files);
        }
        return selector.isTag() ? nearTag(selector) : nearAddress(selector);
    }

    private Optional<String> nearTag(Selector selector) {
        List<String> tags = models.values().stream()
                .flatMap(model -> model.tags().stream())
                .distinct()
                .toList();
        return NearNames.nearest(selector.tag(), tags).map(tag -> "tag:" + tag);
    }

    /** By the whole address, or by its last part where only that is given. */
    private Optional<String> nearAddress(Selector selector) {
        List<String> paths =
                models.keySet().stream().map(Address::path).sorted().toList();
        return NearNames.nearest(selector.what(), paths)
                .or(() -> models.keySet().stream()
                        .filter(address -> address.lastPart().equalsIgnoreCase(selector.what()))
                        .map(Address::path)
                        .sorted()
                        .findFirst());
    }
}
