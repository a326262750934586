package dev.smelt.sql.jsqlparser;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.Identifier;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.TableAliases;
import dev.smelt.sql.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads SQL with JSqlParser, and believes nothing of it that the engine does not confirm: the tree, printed with brackets
 * around every operand and AS before every alias, must mean to the engine what the text means, and both must name the same
 * tables and columns.
 */
public final class JSqlParserReader implements SqlReader {
    private static final String FULL_REFRESH_ONLY =
            "The engine runs it as it is, so the model may be a full refresh; for an incremental model write it"
                    + " in another way.";

    /** What the engine says to a statement that it runs like a SELECT, such as PIVOT, but gives no tree of. */
    private static final String NOT_SERIALIZED = "Only SELECT statements can be serialized";

    private final Binder binder;

    /** @param binder asked for the engine's syntax tree only */
    public JSqlParserReader(Binder binder) {
        this.binder = binder;
    }

    /**
     * Reads a text. Codes of refusals: SMELT-S010 the engine does not take it, SMELT-S011 more than one statement,
     * SMELT-S012 SQL that is not read faithfully (a full refresh remains possible), SMELT-S014 a model named where no
     * table can stand.
     */
    @Override
    public Reading read(ExpandedSql sql) {
        ExpandedSql aliased = withNeededAliases(sql);
        Tokens tokens = Tokens.of(aliased.text());
        Optional<Unreadable> several = moreThanOneStatement(aliased, tokens);
        if (several.isPresent()) {
            return several.get();
        }
        String tree;
        try {
            tree = binder.syntaxTree(aliased.text());
        } catch (EngineRejection rejection) {
            return rejection.getMessage().startsWith(NOT_SERIALIZED)
                    ? unfaithful(
                            aliased,
                            "This kind of statement",
                            new Span(0, aliased.text().length()))
                    : new Unreadable(rejected(aliased, rejection));
        }
        EquivalentText source = new EquivalentText(tokens);
        Conversion conversion = new Conversion(new Positions(tokens, aliased.references()), source);
        StatementParser.Outcome outcome = StatementParser.parse(source.text(), conversion);
        if (outcome instanceof StatementParser.Unparsed unparsed) {
            return unfaithful(aliased, unparsed.construct(), unparsed.span());
        }
        StatementParser.Parsed parsed = (StatementParser.Parsed) outcome;
        return confirmed(aliased, tree, source, parsed, conversion);
    }

    private Reading confirmed(
            ExpandedSql sql, String tree, EquivalentText source, StatementParser.Parsed parsed, Conversion conversion) {
        Span whole = new Span(0, sql.text().length());
        Optional<Names> engine = EngineTree.names(tree);
        if (engine.isEmpty() || !sameToTheEngine(source.text(), parsed.printed())) {
            Optional<String> name = engine.flatMap(conversion.names()::difference);
            String construct = name.map(each -> "The use of " + each).orElse("A part of this SELECT");
            return unfaithful(sql, construct, whole);
        }
        Optional<String> difference = conversion.names().difference(engine.get());
        if (difference.isPresent()) {
            return unfaithful(sql, "The use of " + difference.get(), whole);
        }
        Optional<Reference> misplaced = sql.references().stream()
                .filter(reference -> !conversion.placedReferences().contains(reference.index()))
                .findFirst();
        if (misplaced.isPresent()) {
            return new Unreadable(Diagnostic.error(
                    "SMELT-S014",
                    sql.place(misplaced.get().span()),
                    "smelt." + misplaced.get().target() + " is named where no table can stand.",
                    "Name it in FROM or JOIN, and its columns by an alias."));
        }
        return new Read(sql, parsed.query());
    }

    /** Compares without case: the parser prints some words in capitals. */
    private boolean sameToTheEngine(String text, String printed) {
        try {
            return binder.syntaxTree(text).equalsIgnoreCase(binder.syntaxTree(printed));
        } catch (EngineRejection rejection) {
            return false;
        }
    }

    private static Optional<Unreadable> moreThanOneStatement(ExpandedSql sql, Tokens tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.isSymbol(i, ";")) {
                return Optional.of(new Unreadable(Diagnostic.error(
                        "SMELT-S011",
                        sql.place(tokens.get(i).span()),
                        "A model is one SELECT, but more follows after this semicolon.",
                        "Remove what follows, or make it a model of its own.")));
            }
        }
        return Optional.empty();
    }

    private static Diagnostic rejected(ExpandedSql sql, EngineRejection rejection) {
        int offset = Math.max(0, Math.min(rejection.offset(), sql.text().length()));
        return Diagnostic.error(
                "SMELT-S010",
                sql.place(offset),
                "The engine does not take this SQL: " + rejection.getMessage(),
                "Correct the SELECT.");
    }

    private static Unreadable unfaithful(ExpandedSql sql, String construct, Span span) {
        return new Unreadable(Diagnostic.error(
                "SMELT-S012",
                sql.place(span),
                construct + " is SQL that smelt cannot analyse, so this text may only be used as a full refresh.",
                FULL_REFRESH_ONLY));
    }

    /** Notes for each reference without an alias whether columns are named by its table or its address. */
    private static ExpandedSql withNeededAliases(ExpandedSql sql) {
        Tokens tokens = Tokens.of(sql.text());
        List<Reference> references = new ArrayList<>();
        for (Reference reference : sql.references()) {
            boolean aliased = TableAliases.beginsAt(
                    tokens, tokens.indexFrom(reference.span().end()));
            Optional<String> needed = aliased
                    ? Optional.empty()
                    : List.of(reference.table().name(), reference.target().lastPart()).stream()
                            .filter(name -> TableAliases.qualifies(tokens, name))
                            .findFirst()
                            .map(Identifier::sql);
            references.add(
                    new Reference(reference.index(), reference.target(), reference.table(), reference.span(), needed));
        }
        return new ExpandedSql(sql.text(), sql.segments(), references);
    }
}
