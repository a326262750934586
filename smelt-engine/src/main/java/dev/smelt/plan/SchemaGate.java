package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.model.Model;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Looks at the schema differences of what is to be written: safe ones become migrations, others turn the work into a full
 * rebuild, and what needs a permission that was not given is refused.
 */
final class SchemaGate {
    private final Landscape landscape;
    private final PlanRequest.Options options;
    private final SortedMap<Address, Work> works = new TreeMap<>();
    private final SortedMap<Address, Step.Migrate> migrations = new TreeMap<>();
    private final List<Diagnostic> notices = new ArrayList<>();
    private final List<Diagnostic> refusals = new ArrayList<>();

    private SchemaGate(Landscape landscape, PlanRequest.Options options) {
        this.landscape = landscape;
        this.options = options;
    }

    /**
     * The outcome.
     *
     * @param works with full rebuilds where they are needed
     * @param refusals empty where everything may go on
     */
    record Passed(
            SortedMap<Address, Work> works,
            SortedMap<Address, Step.Migrate> migrations,
            List<Diagnostic> notices,
            List<Diagnostic> refusals) {}

    static Passed pass(Landscape landscape, PlanRequest.Options options, SortedMap<Address, Work> works) {
        SchemaGate gate = new SchemaGate(landscape, options);
        works.forEach(gate::look);
        return new Passed(gate.works, gate.migrations, gate.notices, gate.refusals);
    }

    private void look(Address model, Work work) {
        works.put(model, work);
        SchemaDifference difference = landscape.facts(model).difference();
        boolean written = work instanceof Work.Rewrite || work instanceof Work.Whole;
        if (!written || difference.state() != SchemaDifference.State.CHANGED) {
            return;
        }
        List<SchemaChange> forbidden =
                difference.changes().stream().filter(this::isForbidden).toList();
        forbidden.forEach(change -> refusals.add(Diagnostic.error(
                "SMELT-P008",
                landscape.model(model).place(),
                model + " and its table " + difference.table().sql() + " differ: " + change.headline() + ". "
                        + sentence(change.explanation()),
                change.cure())));
        if (!forbidden.isEmpty() || work instanceof Work.Whole) {
            return;
        }
        if (needsRebuild(landscape, model, difference)) {
            rebuild(model, difference);
        } else {
            migrations.put(model, migration(model, difference));
        }
    }

    private boolean isForbidden(SchemaChange change) {
        if (change.outcome() != Outcome.REFUSED) {
            return false;
        }
        return isRemoval(change) ? !options.allowColumnRemoval() : !options.allowFullRefresh();
    }

    private static boolean isRemoval(SchemaChange change) {
        return change.headline().startsWith("DROP ");
    }

    /** Whether writing the model means to build its table anew. */
    static boolean isRebuilt(Landscape landscape, Address model) {
        SchemaDifference difference = landscape.facts(model).difference();
        return difference.state() == SchemaDifference.State.CHANGED && needsRebuild(landscape, model, difference);
    }

    private static boolean needsRebuild(Landscape landscape, Address model, SchemaDifference difference) {
        return landscape.model(model).evolution() == SchemaEvolution.FULL_REFRESH
                || difference.changes().stream()
                        .anyMatch(change -> change.outcome() == Outcome.REBUILD
                                || (change.outcome() == Outcome.REFUSED && !isRemoval(change)));
    }

    private void rebuild(Address model, SchemaDifference difference) {
        String headlines = String.join(
                "; ", difference.changes().stream().map(SchemaChange::headline).toList());
        Model declared = landscape.model(model);
        if (landscape.isSelfReferential(model)) {
            refusals.add(Diagnostic.error(
                    "SMELT-P011",
                    declared.place(),
                    model + " needs a full rebuild (" + headlines
                            + "), but it reads its own earlier partitions, which a rebuild aside would take from the"
                            + " table being replaced.",
                    "Drop " + difference.table().sql() + " and run mvn smelt:run: it is then built oldest first."));
        } else if (options.rebuildFails()) {
            refusals.add(Diagnostic.error(
                    "SMELT-P010",
                    declared.place(),
                    model + " needs a full rebuild: " + headlines + ".",
                    "Run without -Dsmelt.onRebuild=fail to rebuild it, or make the change one that is safe in place."));
        } else {
            works.put(model, new Work.Whole("full rebuild: " + headlines));
            notices.add(new Diagnostic(
                    "SMELT-P009",
                    Severity.WARNING,
                    Optional.of(declared.place()),
                    model + " is rebuilt whole: " + headlines + ".",
                    ""));
        }
    }

    private Step.Migrate migration(Address model, SchemaDifference difference) {
        List<String> statements = new ArrayList<>(difference.statements());
        if (difference.changes().stream().anyMatch(change -> change.outcome() == Outcome.REFUSED)) {
            statements.addAll(removals(model));
        }
        List<LedgerChange> ledger = List.of(Deployments.current(landscape, model));
        return new Step.Migrate(
                model, difference.table(), List.copyOf(statements), ledger, "the model's columns changed");
    }

    /** Columns that the table has and the model no longer yields; a renamed one is gone by the name it had. */
    private List<String> removals(Address model) {
        ModelFacts facts = landscape.facts(model);
        List<String> renamed = facts.model().columns().values().stream()
                .flatMap(column -> column.renamedFrom().stream())
                .toList();
        return landscape
                .world()
                .catalogue()
                .relation(facts.model().table())
                .map(relation -> relation.schema().names())
                .orElse(List.of())
                .stream()
                .filter(name -> facts.schema().column(name).isEmpty())
                .filter(name -> renamed.stream().noneMatch(name::equalsIgnoreCase))
                .map(name -> "ALTER TABLE " + facts.model().table().sql() + " DROP COLUMN " + Identifier.sql(name))
                .toList();
    }

    private static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }
}
