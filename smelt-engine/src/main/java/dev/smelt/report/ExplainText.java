package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.SafetyOverride;
import dev.smelt.plan.Step;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.Evidence;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.report.ExplainReport.ModelExplanation;
import dev.smelt.report.ExplainReport.ReadWindow;
import dev.smelt.report.ExplainReport.Windows;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An {@link ExplainReport} for people: windows first, then what proves each bound, then what is taken as true. */
public final class ExplainText {

    private final StringBuilder out = new StringBuilder();

    private ExplainText() {}

    public static String render(ExplainReport report) {
        ExplainText text = new ExplainText();
        report.models().forEach(text::model);
        return text.out
                .append("Summary: ")
                .append(Counted.of(report.models().size(), "model"))
                .append(", ")
                .append(report.models().stream()
                        .filter(each -> !each.refusals().isEmpty())
                        .count())
                .append(" refused\n")
                .toString();
    }

    private void model(ModelExplanation explanation) {
        Model model = explanation.model();
        line(0, "Model: " + model.address());
        line(1, kept(model));
        explanation.windows().ifPresent(windows -> windows(windows, granularity(model)));
        explanation.derivation().ifPresent(derivation -> {
            derivation.relations().forEach(relation -> reference(explanation, relation, derivation.relations()));
            footing(explanation, derivation);
        });
        findings("refused", explanation.refusals());
        if (!explanation.statements().isEmpty()) {
            line(1, "statements:");
            explanation.statements().forEach(this::statements);
        }
        out.append('\n');
    }

    private static String kept(Model model) {
        String clock = model.timeseries()
                .map(timeseries -> " by " + timeseries.partitionColumn() + " (" + timeseries.granularity() + ")")
                .orElse("");
        if (model.isIncremental()) {
            return "table " + model.table().sql() + ", incremental" + clock;
        }
        String kind = model.materialization().name().toLowerCase(Locale.ROOT);
        return model.isTable()
                ? kind + " " + model.table().sql() + ", built whole" + (clock.isEmpty() ? "" : ", clocked" + clock)
                : kind + (clock.isEmpty() ? "" : ", clocked" + clock);
    }

    private static Granularity granularity(Model model) {
        return model.timeseries().map(each -> each.granularity()).orElse(Granularity.DAY);
    }

    private void windows(Windows windows, Granularity granularity) {
        line(1, "landed " + granularity.format(windows.period()));
        line(1, "write " + granularity.format(windows.write()));
        List<ReferenceRelation> all =
                windows.reads().stream().map(ReadWindow::reference).toList();
        for (ReadWindow read : windows.reads()) {
            Granularity of =
                    read.reference().clock().map(clock -> clock.granularity()).orElse(granularity);
            String window = read.window().map((Interval it) -> of.format(it)).orElse("whole: it has no clock");
            line(1, "read " + window + " of " + named(read.reference(), all));
        }
    }

    /** What is read, and where it is read more than once also what the query calls it. */
    private static String named(ReferenceRelation relation, List<ReferenceRelation> all) {
        Address target = relation.reference().target();
        boolean once = all.stream()
                        .filter(each -> each.reference().target().equals(target))
                        .count()
                == 1;
        return once ? target.toString() : target + " as " + relation.name();
    }

    private void reference(ModelExplanation explanation, ReferenceRelation relation, List<ReferenceRelation> all) {
        String roles = (relation.driver() ? ", driver" : "") + (relation.self() ? ", the model itself" : "");
        line(
                1,
                "reference " + named(relation, all) + " at "
                        + explanation.sql().place(relation.reference().span()) + roles);
        if (relation.isLookup()) {
            line(2, "lookup: read whole");
            return;
        }
        String column = relation.clock().map(clock -> clock.partitionColumn()).orElse("");
        Optional<String> rows = relation.attribution().map(PartitionMapText::render);
        Optional<String> read = relation.read().map(PartitionMapText::render);
        rows.ifPresent(map -> line(2, "rows that decide P: " + column + " in " + map));
        read.filter(map -> !rows.equals(read))
                .ifPresent(map -> line(2, "with what their windows look at: " + column + " in " + map));
        for (ReferenceRelation.BoundEvidence bound : relation.evidence()) {
            line(2, bound.bound().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + bound.formula());
            if (bound.clauses().isEmpty()) {
                line(3, "the partition column is selected from it");
            }
            bound.clauses().forEach(this::clause);
        }
    }

    private void clause(Evidence evidence) {
        line(3, evidence.place() + ": " + evidence.clause());
        if (!evidence.says().isEmpty() && !evidence.says().equals(evidence.clause())) {
            line(4, "says " + evidence.says());
        }
    }

    /** What the windows stand on beside clauses: order, assumptions, residue, overrides, warnings. */
    private void footing(ModelExplanation explanation, Derivation derivation) {
        if (derivation.ordered()) {
            line(1, "ordered: one partition at a time, oldest first");
        }
        for (ClockAssumption assumption : derivation.assumptions()) {
            String says =
                    assumption.declared() ? "declared, checked by every chunk" : "assumed, checked by every chunk";
            line(
                    1,
                    "assumption: " + assumption.timeColumn() + " of "
                            + assumption.reference().target() + " lies in the granule of its "
                            + assumption.partitionColumn() + " (" + says + ")");
        }
        findings("residue", derivation.residue());
        overrides(explanation.model()).ifPresent(keys -> line(1, "overrides in force: " + keys));
        derivation
                .warnings()
                .forEach(each -> line(1, each.severity().name().toLowerCase(Locale.ROOT) + ": " + each.render()));
    }

    private static Optional<String> overrides(Model model) {
        return model.overrides().isEmpty()
                ? Optional.empty()
                : Optional.of(model.overrides().stream()
                        .sorted()
                        .map(SafetyOverride::key)
                        .collect(Collectors.joining(", ")));
    }

    private void findings(String word, Iterable<Diagnostic> diagnostics) {
        diagnostics.forEach(diagnostic -> line(1, word + ": " + diagnostic.render()));
    }

    private void statements(Step.Chunk chunk) {
        out.append("-- chunk ")
                .append(chunk.number())
                .append('/')
                .append(chunk.count())
                .append(": ");
        out.append(chunk.granularity().format(chunk.window())).append('\n');
        out.append("BEGIN\n  ")
                .append(chunk.delete())
                .append("\n  ")
                .append(chunk.insert())
                .append("\nCOMMIT\n");
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }
}
