package dev.smelt;

import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What {@code state:changed} selects: the models that {@code diff} shows as new or changed. */
final class ChangedModels {
    private ChangedModels() {}

    /** Where the project has errors nothing can be compared, and every model counts as changed. */
    static Set<Address> of(ProjectAnalysis analysis, Differences differences, Instant asOf) {
        Set<Address> models = analysis.models().keySet();
        if (!analysis.errors().isEmpty()) {
            return models;
        }
        return differences(analysis, differences, models, Selectors.ALL, asOf).stream()
                .filter(each -> each.state() == State.NEW || each.state() == State.CHANGED)
                .map(SchemaDifference::model)
                .collect(Collectors.toSet());
    }

    /** What a page shows of a project that may have errors: then the logic of its models cannot be compared. */
    static List<SchemaDifference> shown(
            ProjectAnalysis analysis,
            Differences differences,
            Set<Address> selected,
            Selectors selectors,
            Instant asOf) {
        return analysis.errors().isEmpty()
                ? differences(analysis, differences, selected, selectors, asOf)
                : differences.of(analysis, selected, selectors);
    }

    /** Differences of shape and of logic. */
    static List<SchemaDifference> differences(
            ProjectAnalysis analysis,
            Differences differences,
            Set<Address> selected,
            Selectors selectors,
            Instant asOf) {
        LogicDiff logic = new LogicDiff(
                Worlds.of(analysis, differences, Map.of(), new TreeMap<>(), PlanRequest.Options.DEFAULT, asOf));
        return logic.added(differences.of(analysis, selected, selectors));
    }
}
