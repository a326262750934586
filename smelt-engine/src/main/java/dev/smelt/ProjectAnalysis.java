package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a project's files mean: each model expanded, bound, read and derived.
 *
 * @param project what the files say
 * @param graph who reads whom
 * @param sources the columns of what no model makes
 * @param models by address
 * @param order the models, each after what it reads; by address where there is no such order
 * @param general what is wrong beside the models
 */
record ProjectAnalysis(
        Project project,
        ModelGraph graph,
        SourceSchemas sources,
        SortedMap<Address, ModelAnalysis> models,
        List<Address> order,
        List<Diagnostic> general) {

    ProjectAnalysis {
        models = Collections.unmodifiableSortedMap(new TreeMap<>(models));
        order = List.copyOf(order);
        general = List.copyOf(general);
    }

    /** The models that the engine takes. */
    SortedMap<Address, ModelAnalysis.Bound> bound() {
        SortedMap<Address, ModelAnalysis.Bound> bound = new TreeMap<>();
        models.forEach((address, analysis) -> {
            if (analysis instanceof ModelAnalysis.Bound model) {
                bound.put(address, model);
            }
        });
        return Collections.unmodifiableSortedMap(bound);
    }

    Optional<ModelAnalysis.Bound> bound(Address address) {
        return models.get(address) instanceof ModelAnalysis.Bound model ? Optional.of(model) : Optional.empty();
    }

    /** The columns of everything that models read, by table. */
    SortedMap<TableName, Schema> schemas() {
        SortedMap<TableName, Schema> schemas = new TreeMap<>(sources.tables());
        bound().values().forEach(model -> schemas.put(model.model().table(), model.schema()));
        return Collections.unmodifiableSortedMap(schemas);
    }

    /** The same. @throws SmeltException of kind PROJECT where there are errors */
    ProjectAnalysis sound() {
        List<Diagnostic> errors = errors();
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors);
        }
        return this;
    }

    /** What keeps the project from being planned: errors beside and in models, refusals apart, which a plan judges. */
    List<Diagnostic> errors() {
        List<Diagnostic> errors = new ArrayList<>(general);
        models.values().stream()
                .filter(ModelAnalysis.Broken.class::isInstance)
                .forEach(broken -> errors.addAll(broken.findings()));
        return errors.stream().filter(Diagnostic::isError).toList();
    }
}
