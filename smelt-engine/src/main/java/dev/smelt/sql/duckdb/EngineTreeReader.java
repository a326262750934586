package dev.smelt.sql.duckdb;

import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.sql.EngineNode;
import dev.smelt.sql.EngineTree;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.ReadableText;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.Unfaithful;
import java.util.List;
import java.util.Optional;

/**
 * Reads SQL from the engine's own syntax tree, so that the text means here what it means to the engine. A kind of node that
 * is not known, or a known one that says something unknown, ends the reading.
 */
public final class EngineTreeReader implements SqlReader {
    private final Binder binder;

    /** @param binder asked for the engine's located syntax tree only */
    public EngineTreeReader(Binder binder) {
        this.binder = binder;
    }

    /** Reads a text. Codes of refusals: those of {@link ReadableText}. */
    @Override
    public Reading read(ExpandedSql sql) {
        ReadableText text = ReadableText.of(sql);
        Optional<Unreadable> several = text.moreThanOneStatement();
        if (several.isPresent()) {
            return several.get();
        }
        try {
            EngineNode statement = statement(binder.locatedTree(text.text()), text);
            Conversion conversion = new Conversion(text);
            return text.read(conversion.query(statement, conversion.layout().whole()));
        } catch (EngineRejection rejection) {
            return text.rejected(rejection);
        } catch (Unfaithful unfaithful) {
            return text.unfaithful(unfaithful);
        } catch (StackOverflowError tooDeep) {
            return text.unfaithful(new Unfaithful("This SELECT, which is nested too deeply,", text.whole()));
        }
    }

    private static EngineNode statement(String tree, ReadableText text) {
        List<EngineNode> statements =
                EngineTree.parse(tree).map(root -> root.nodes("statements")).orElse(List.of());
        return statements.stream()
                .findFirst()
                .flatMap(statement -> statement.node("node"))
                .orElseThrow(() -> new Unfaithful("This kind of statement", text.whole()));
    }
}
