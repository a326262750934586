package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Model;
import dev.smelt.plan.Step;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Optional;

/**
 * The windows of some models, with what proves them.
 *
 * @param models in the order of execution
 */
public record ExplainReport(List<ModelExplanation> models) {

    public ExplainReport {
        models = List.copyOf(models);
    }

    /**
     * One model.
     *
     * @param sql its text, in which the derivation's places lie
     * @param derivation what was derived; empty for a model without a clock, or one that is not built by partitions
     * @param refusals why it must not be built by partitions; empty where it may be
     * @param windows its windows for the period asked about; empty where none was or none can be said
     * @param statements what rewrites these windows; empty unless asked for
     */
    public record ModelExplanation(
            Model model,
            ExpandedSql sql,
            Optional<Derivation> derivation,
            List<Diagnostic> refusals,
            Optional<Windows> windows,
            List<Step.Chunk> statements) {
        public ModelExplanation {
            refusals = List.copyOf(refusals);
            statements = List.copyOf(statements);
        }
    }

    /**
     * What a period that landed means for one model.
     *
     * @param period what landed in every clocked source
     * @param write the output partitions that a run over the period writes
     * @param reads what is read of each reference to write them, in the order of the text
     */
    public record Windows(Interval period, Interval write, List<ReadWindow> reads) {
        public Windows {
            reads = List.copyOf(reads);
        }
    }

    /** What is read of one reference; empty where it is read whole. */
    public record ReadWindow(ReferenceRelation reference, Optional<Interval> window) {}
}
