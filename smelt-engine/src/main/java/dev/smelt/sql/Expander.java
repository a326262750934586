package dev.smelt.sql;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Model;
import dev.smelt.model.SourceText;
import java.util.List;

/**
 * Turns a model's text into what the engine gets: {@code smelt.} names become tables, calls of functions and ephemeral
 * models become what they stand for. Everything else stays byte for byte.
 *
 * <p>Refusals: SMELT-S001 text that never ends, S002 unknown model, seed or source, S003 a column named by an address,
 * S004 unknown function, S005 arguments that do not fit, S006 a cycle, S007 a name in an argument that the function's body
 * would capture, S008 a function where its result cannot stand.
 */
public final class Expander {
    private Expander() {}

    /** What came of an expansion. */
    public sealed interface Outcome permits Expanded, Refused {
        /** The text. @throws SmeltException of kind PROJECT where it was refused */
        default ExpandedSql orThrow() {
            if (this instanceof Expanded expanded) {
                return expanded.sql();
            }
            throw SmeltException.project(((Refused) this).reasons());
        }
    }

    /** The text was expanded. */
    public record Expanded(ExpandedSql sql) implements Outcome {}

    /** The text was refused. @param reasons at least one error */
    public record Refused(List<Diagnostic> reasons) implements Outcome {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }

    public static Outcome expand(Model model, Namespace names) {
        return expand(model.sql(), names);
    }

    public static Outcome expand(SourceText sql, Namespace names) {
        ExpansionRun run = new ExpansionRun(names);
        List<Piece> pieces = run.statement(sql, Scope.root());
        return run.problems().isEmpty() ? new Expanded(Piece.assemble(sql, pieces)) : new Refused(run.problems());
    }
}
