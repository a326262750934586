package dev.smelt.relation;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.sql.Span;
import dev.smelt.time.ZoneClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is gathered while a query is read into blocks: the input, and what has to be said about it. */
final class Reading {
    private final DerivationInput input;
    private final List<Diagnostic> residue = new ArrayList<>();
    private final List<Diagnostic> refusals = new ArrayList<>();
    private final Set<String> recursive = new HashSet<>();

    Reading(DerivationInput input) {
        this.input = input;
    }

    LocalTime localTime() {
        return new LocalTime(new ZoneClock(input.zone()), input.zoneDifference());
    }

    DerivationInput input() {
        return input;
    }

    Evidence evidence(Span span, String says) {
        return new Evidence(input.sql().clause(span), input.sql().place(span), says);
    }

    /** A time predicate that gives no bound. */
    void leaveOver(Span span, String why) {
        Diagnostic said = Diagnostic.notice(
                "SMELT-W010",
                input.sql().place(span),
                "'" + input.sql().clause(span) + "' gives no window: " + why + ".");
        if (!residue.contains(said)) {
            residue.add(said);
        }
    }

    void refuse(Diagnostic diagnostic) {
        if (!refusals.contains(diagnostic)) {
            refusals.add(diagnostic);
        }
    }

    /** Refuses a construct by name. */
    void refuse(String code, Span span, String message, String cure) {
        refuse(Diagnostic.error(code, input.sql().place(span), message, cure));
    }

    /** Takes note of a CTE that reads itself and is refused for that, so that nobody wonders who it is. */
    void recurses(String cte) {
        recursive.add(cte);
    }

    boolean isRecursive(String cte) {
        return recursive.contains(cte);
    }

    List<Diagnostic> residue() {
        return List.copyOf(residue);
    }

    List<Diagnostic> refusals() {
        return List.copyOf(refusals);
    }
}
