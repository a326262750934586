package dev.smelt.lineage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A piece of a query's meaning.
 *
 * @param text its canonical text: equal texts mean the same; what that text is, is nobody's business
 * @param uses the columns of tables that it is computed from, and how; no part of the meaning
 */
record Trace(String text, SortedSet<ColumnUse> uses) {
    /** Texts are substituted into texts; from this length on a text's hash stands for it, so that none grows without bound. */
    private static final int LONGEST = 512;

    Trace {
        text = text.length() > LONGEST ? "~" + Fingerprints.hash(text, 64) : text;
        uses = Collections.unmodifiableSortedSet(new TreeSet<>(uses));
    }

    static Trace of(String text) {
        return new Trace(text, Collections.emptySortedSet());
    }

    /** A column of a table, as it is. */
    static Trace of(String text, ColumnOrigin origin) {
        return new Trace(text, new TreeSet<>(List.of(new ColumnUse(origin, UseKind.IDENTITY))));
    }

    /** {@code operation(part, part, ...)}: a value that is computed from its parts. */
    static Trace of(String operation, Collection<Trace> parts) {
        return joined(operation, parts).as(UseKind.TRANSFORMATION);
    }

    /** The same of parts that stay what they are. */
    static Trace joined(String operation, Collection<Trace> parts) {
        StringBuilder text = new StringBuilder(operation).append('(');
        SortedSet<ColumnUse> uses = new TreeSet<>();
        String separator = "";
        for (Trace part : parts) {
            text.append(separator).append(part.text());
            uses.addAll(part.uses());
            separator = ",";
        }
        return new Trace(text.append(')').toString(), uses);
    }

    /** The same, with the columns that its value is computed from used in another way. */
    Trace as(UseKind kind) {
        SortedSet<ColumnUse> changed = new TreeSet<>();
        uses.forEach(use -> changed.add(new ColumnUse(use.origin(), use.kind().within(kind))));
        return new Trace(text, changed);
    }

    static Trace of(String operation, Trace... parts) {
        return of(operation, List.of(parts));
    }

    /** The same, seen as the n-th item of FROM: two occurrences of one table are not the same rows. */
    Trace at(int position) {
        return new Trace("#" + position + "{" + text + "}", uses);
    }

    /** The same, seen from a subquery inside. */
    Trace fromInside() {
        return new Trace("^" + text, uses);
    }

    static Trace sorted(String operation, Collection<Trace> parts) {
        List<Trace> sorted = new ArrayList<>(parts);
        sorted.sort(java.util.Comparator.comparing(Trace::text));
        return of(operation, sorted);
    }
}
