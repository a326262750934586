package dev.smelt.report;

import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.schema.SchemaDifference;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Everything about a project at one moment that a reader wants to see on one page.
 *
 * @param project its name in {@code smelt.yml}
 * @param target the target it was looked at under
 * @param asOf the clock of the invocation
 * @param graph who reads whom, of the whole project
 * @param seeds what is read and filled by a file of the project
 * @param status what the ledger knows of the selected models, with the last runs
 * @param windows what was derived for the selected models, in the order of execution
 * @param verdicts what the analysis says of the selected models
 * @param differences how the selected models differ from their tables; a broken model has none
 */
public record ProjectPicture(
        String project,
        String target,
        Instant asOf,
        ModelGraph graph,
        SortedSet<Address> seeds,
        StatusReport status,
        ExplainReport windows,
        ValidationReport verdicts,
        List<SchemaDifference> differences) {

    public ProjectPicture {
        seeds = Collections.unmodifiableSortedSet(new TreeSet<>(seeds));
        differences = List.copyOf(differences);
    }

    /** What the ledger knows of the model; empty where it is not among the selected. */
    public Optional<StatusReport.ModelStatus> statusOf(Address model) {
        return status.models().stream()
                .filter(each -> each.model().address().equals(model))
                .findFirst();
    }

    /** What the analysis says of the model; empty where it is not among the selected. */
    public Optional<ValidationReport.ModelVerdict> verdictOf(Address model) {
        return verdicts.models().stream()
                .filter(each -> each.model().equals(model))
                .findFirst();
    }

    /** The windows of the model; empty where nothing was derived. */
    public Optional<ExplainReport.ModelExplanation> windowsOf(Address model) {
        return windows.models().stream()
                .filter(each -> each.model().address().equals(model))
                .findFirst();
    }

    /** The differences that a run would act on, or refuse; tables not built yet are no difference to show. */
    public List<SchemaDifference> pending() {
        return differences.stream()
                .filter(each -> each.state() == SchemaDifference.State.CHANGED
                        || each.state() == SchemaDifference.State.REMOVED
                        || !each.changes().isEmpty())
                .toList();
    }
}
