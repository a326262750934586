package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Reference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every model's text with functions and ephemeral models expanded, or why it cannot be.
 *
 * @param texts by model, of those that can be expanded
 * @param problems by model, of the others
 */
record ExpandedModels(SortedMap<Address, ExpandedSql> texts, SortedMap<Address, List<Diagnostic>> problems) {

    ExpandedModels {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
        problems = Collections.unmodifiableSortedMap(new TreeMap<>(problems));
    }

    static ExpandedModels of(Project project) {
        Expander expander = new Expander(project);
        SortedMap<Address, ExpandedSql> texts = new TreeMap<>();
        SortedMap<Address, List<Diagnostic>> problems = new TreeMap<>();
        for (Map.Entry<Address, Model> entry : project.models().entrySet()) {
            try {
                texts.put(entry.getKey(), expander.expand(entry.getValue()));
            } catch (SmeltException e) {
                problems.put(entry.getKey(), e.diagnostics());
            }
        }
        return new ExpandedModels(texts, problems);
    }

    Optional<ExpandedSql> text(Address model) {
        return Optional.ofNullable(texts.get(model));
    }

    /** Who reads whom; a model that cannot be expanded reads nothing that is known. */
    ModelGraph graph() {
        SortedMap<Address, SortedSet<Address>> upstreams = new TreeMap<>();
        problems.keySet().forEach(model -> upstreams.put(model, Collections.emptySortedSet()));
        texts.forEach((model, text) -> upstreams.put(
                model,
                new TreeSet<>(text.references().stream().map(Reference::target).toList())));
        return new ModelGraph(upstreams);
    }
}
