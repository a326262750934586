package dev.smelt.sql;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.Identifier;
import dev.smelt.sql.SqlReader.Read;
import dev.smelt.sql.SqlReader.Reading;
import dev.smelt.sql.SqlReader.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A text as every reader begins with it, and what every reader says of it: the one place for the refusals SMELT-S010 (the
 * engine does not take it), S011 (more than one statement), S012 (SQL that is not read faithfully; a full refresh remains
 * possible) and S014 (a model named where no table can stand).
 */
public final class ReadableText {
    private static final String FULL_REFRESH_ONLY =
            "The engine runs it as it is, so the model may be a full refresh; for an incremental model write it"
                    + " in another way.";

    /** What the engine says to a statement that it runs like a SELECT, such as PIVOT, but gives no tree of. */
    private static final String NOT_SERIALIZED = "Only SELECT statements can be serialized";

    private final ExpandedSql sql;
    private final Tokens tokens;
    private final PlacedReferences references;

    private ReadableText(ExpandedSql sql, Tokens tokens) {
        this.sql = sql;
        this.tokens = tokens;
        this.references = new PlacedReferences(sql.references());
    }

    public static ReadableText of(ExpandedSql sql) {
        Tokens tokens = Tokens.of(sql.text());
        return new ReadableText(withNeededAliases(sql, tokens), tokens);
    }

    /** The text, its references with the aliases they need. */
    public ExpandedSql sql() {
        return sql;
    }

    public String text() {
        return sql.text();
    }

    public Tokens tokens() {
        return tokens;
    }

    public Span whole() {
        return new Span(0, text().length());
    }

    public PlacedReferences references() {
        return references;
    }

    /** SMELT-S011, where a semicolon ends a statement. */
    public Optional<Unreadable> moreThanOneStatement() {
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

    /** SMELT-S010, or S012 for a statement that the engine runs but shows no tree of. */
    public Unreadable rejected(EngineRejection rejection) {
        if (rejection.getMessage().startsWith(NOT_SERIALIZED)) {
            return unfaithful(new Unfaithful("This kind of statement", whole()));
        }
        int offset = Math.max(0, Math.min(rejection.offset(), text().length()));
        return new Unreadable(Diagnostic.error(
                "SMELT-S010",
                sql.place(offset),
                "The engine does not take this SQL: " + rejection.getMessage(),
                "Correct the SELECT."));
    }

    /** SMELT-S012. */
    public Unreadable unfaithful(Unfaithful reason) {
        return new Unreadable(Diagnostic.error(
                "SMELT-S012",
                sql.place(reason.span()),
                reason.getMessage()
                        + " is SQL that smelt cannot analyse, so this text may only be used as a full refresh.",
                FULL_REFRESH_ONLY));
    }

    /** The reading, or SMELT-S014 where a reference was not found among the tables. */
    public Reading read(Query query) {
        Optional<Reference> misplaced = references.misplaced();
        if (misplaced.isPresent()) {
            return new Unreadable(Diagnostic.error(
                    "SMELT-S014",
                    sql.place(misplaced.get().span()),
                    "smelt." + misplaced.get().target() + " is named where no table can stand.",
                    "Name it in FROM or JOIN, and its columns by an alias."));
        }
        return new Read(sql, query);
    }

    /** Notes for each reference without an alias whether columns are named by its table or its address. */
    private static ExpandedSql withNeededAliases(ExpandedSql sql, Tokens tokens) {
        List<Reference> references = new ArrayList<>();
        for (Reference reference : sql.references()) {
            boolean aliased = TableAliases.beginsAt(
                            tokens, tokens.indexFrom(reference.span().end()))
                    || tokens.isSymbol(tokens.indexFrom(reference.span().start()) - 1, ":");
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
