package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.Evidence;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.relation.ReferenceRelation.BoundEvidence;
import dev.smelt.report.ExplainReport.ModelExplanation;
import dev.smelt.report.PartitionMapText;
import dev.smelt.time.Granularity;
import java.util.Locale;
import java.util.Optional;

/** What a model reads for a partition P, each bound with the clauses that prove it and where they stand. */
final class WindowsPart {
    private WindowsPart() {}

    /** Nothing for a model of which no windows were derived. */
    static String render(ModelExplanation explanation) {
        if (explanation.derivation().isEmpty()
                || explanation.derivation().get().relations().isEmpty()) {
            return "";
        }
        Derivation derivation = explanation.derivation().get();
        Granularity granularity =
                explanation.model().timeseries().map(each -> each.granularity()).orElse(Granularity.DAY);
        boolean partitioned = derivation.relations().stream().anyMatch(relation -> !relation.isLookup());
        ReachPicture picture = ReachPicture.of(granularity, derivation.relations());
        StringBuilder out =
                new StringBuilder(element("h4", "", partitioned ? "What a partition P reads" : "What it reads"));
        derivation.relations().forEach(relation -> out.append(reference(explanation, relation, picture)));
        if (derivation.ordered()) {
            out.append(element("p", "note", "Ordered: one partition at a time, oldest first."));
        }
        derivation.assumptions().forEach(assumption -> out.append(element("p", "note", words(assumption))));
        return around("div", "windows", out.toString());
    }

    private static String reference(ModelExplanation explanation, ReferenceRelation relation, ReachPicture picture) {
        String head = element("code", "what", relation.reference().target().path())
                + (relation.driver() ? element("span", "tag", "driver") : "")
                + (relation.self() ? element("span", "tag", "itself") : "")
                + element(
                        "span",
                        "where",
                        explanation.sql().place(relation.reference().span()).toString());
        String bounds = relation.isLookup()
                ? element("p", "bounds", "read whole: it has no clock")
                : bounds(relation) + clauses(relation);
        return around(
                "div",
                "reference",
                around("div", "head", head) + (relation.isLookup() ? "" : picture.draw(relation)) + bounds);
    }

    private static String bounds(ReferenceRelation relation) {
        String column = relation.clock().map(clock -> clock.partitionColumn()).orElse("");
        Optional<String> decide = relation.attribution().map(PartitionMapText::render);
        Optional<String> read = relation.read().map(PartitionMapText::render);
        StringBuilder out = new StringBuilder();
        read.ifPresent(map -> out.append(around(
                "p",
                "bounds",
                element("code", "", column) + " in " + element("code", "map", map)
                        + decide.filter(rows -> !rows.equals(map))
                                .map(rows -> element("span", "note", " · rows that decide P: " + rows))
                                .orElse(""))));
        return out.toString();
    }

    private static String clauses(ReferenceRelation relation) {
        StringBuilder out = new StringBuilder();
        for (BoundEvidence bound : relation.evidence()) {
            StringBuilder proof = new StringBuilder(element(
                    "span",
                    "side",
                    bound.bound().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
            proof.append(element("code", "formula", bound.formula()));
            if (bound.clauses().isEmpty()) {
                proof.append(element("span", "note", "the partition column is selected from it"));
            }
            bound.clauses().forEach(clause -> proof.append(clause(clause)));
            out.append(around("li", "", proof.toString()));
        }
        return out.isEmpty() ? "" : around("ul", "proof", out.toString());
    }

    private static String clause(Evidence evidence) {
        String says = evidence.says().isEmpty() || evidence.says().equals(evidence.clause())
                ? ""
                : element("span", "note", "says " + evidence.says());
        return around(
                "div",
                "clause",
                element("code", "", evidence.clause())
                        + says
                        + element("span", "where", evidence.place().toString()));
    }

    private static String words(ClockAssumption assumption) {
        return "Assumed, and checked by every chunk: " + assumption.timeColumn() + " of "
                + assumption.reference().target() + " lies in the granule of its " + assumption.partitionColumn() + ".";
    }
}
