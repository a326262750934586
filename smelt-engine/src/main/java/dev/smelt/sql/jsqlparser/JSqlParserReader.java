package dev.smelt.sql.jsqlparser;

import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.ReadableText;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.Unfaithful;
import java.util.Optional;

/**
 * Reads SQL with JSqlParser, and believes nothing of it that the engine does not confirm: the tree, printed with brackets
 * around every operand and AS before every alias, must mean to the engine what the text means, and both must name the same
 * tables and columns.
 */
public final class JSqlParserReader implements SqlReader {
    private final Binder binder;

    /** @param binder asked for the engine's syntax tree only */
    public JSqlParserReader(Binder binder) {
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
        String tree;
        try {
            tree = binder.syntaxTree(text.text());
        } catch (EngineRejection rejection) {
            return text.rejected(rejection);
        }
        EquivalentText source = new EquivalentText(text.tokens());
        Conversion conversion = new Conversion(new Positions(text.tokens()), text.references(), source);
        StatementParser.Outcome outcome = StatementParser.parse(source.text(), conversion);
        if (outcome instanceof StatementParser.Unparsed unparsed) {
            return text.unfaithful(new Unfaithful(unparsed.construct(), unparsed.span()));
        }
        StatementParser.Parsed parsed = (StatementParser.Parsed) outcome;
        Optional<String> unconfirmed = unconfirmed(tree, source, parsed, conversion);
        return unconfirmed.isEmpty()
                ? text.read(parsed.query())
                : text.unfaithful(new Unfaithful(unconfirmed.get(), text.whole()));
    }

    /** What the engine does not understand in the same way, as the subject of a sentence. */
    private Optional<String> unconfirmed(
            String tree, EquivalentText source, StatementParser.Parsed parsed, Conversion conversion) {
        Optional<Names> engine = Names.inTree(tree);
        Optional<String> difference =
                engine.flatMap(conversion.names()::difference).map(name -> "The use of " + name);
        boolean confirmed = engine.isPresent() && sameToTheEngine(source.text(), parsed.printed());
        return confirmed ? difference : Optional.of(difference.orElse("A part of this SELECT"));
    }

    /** Compares without case: the parser prints some words in capitals. */
    private boolean sameToTheEngine(String text, String printed) {
        try {
            return binder.syntaxTree(text).equalsIgnoreCase(binder.syntaxTree(printed));
        } catch (EngineRejection rejection) {
            return false;
        }
    }
}
