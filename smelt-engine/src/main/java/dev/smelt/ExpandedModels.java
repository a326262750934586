package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Project;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Reference;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Every model's text with functions and ephemeral models expanded, or why it cannot be. The text of an incremental model
 * has its views expanded too: only the tables below them have clocks to read by.
 *
 * @param texts by model, of those that can be expanded
 * @param problems by model, of the others
 * @param graph who names whom; a model that cannot be expanded names nobody that is known
 */
record ExpandedModels(
        SortedMap<Address, ExpandedSql> texts, SortedMap<Address, List<Diagnostic>> problems, ModelGraph graph) {

    ExpandedModels {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
        problems = Collections.unmodifiableSortedMap(new TreeMap<>(problems));
    }

    static ExpandedModels of(Project project) {
        Namespace statements = Namespace.of(project);
        Namespace throughViews = Namespace.throughViews(project);
        Namespace asNamed = Namespace.asNamed(project);
        SortedMap<Address, ExpandedSql> texts = new ConcurrentSkipListMap<>();
        SortedMap<Address, List<Diagnostic>> problems = new ConcurrentSkipListMap<>();
        SortedMap<Address, SortedSet<Address>> upstreams = new ConcurrentSkipListMap<>();
        project.models().values().parallelStream().forEach(model -> {
            Expander.Outcome outcome = Expander.expand(model, model.isIncremental() ? throughViews : statements);
            if (outcome instanceof Expander.Refused refused) {
                problems.put(model.address(), refused.reasons());
            } else {
                texts.put(model.address(), outcome.orThrow());
            }
            upstreams.put(model.address(), named(Expander.expand(model, asNamed)));
        });
        return new ExpandedModels(texts, problems, new ModelGraph(upstreams));
    }

    Optional<ExpandedSql> text(Address model) {
        return Optional.ofNullable(texts.get(model));
    }

    private static SortedSet<Address> named(Expander.Outcome outcome) {
        return outcome instanceof Expander.Expanded expanded
                ? new TreeSet<>(expanded.sql().references().stream()
                        .map(Reference::target)
                        .toList())
                : Collections.emptySortedSet();
    }
}
