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
 * @param origins the columns of tables that it is computed from
 */
record Trace(String text, SortedSet<ColumnOrigin> origins) {
    /** Texts are substituted into texts; from this length on a text's hash stands for it, so that none grows without bound. */
    private static final int LONGEST = 512;

    Trace {
        text = text.length() > LONGEST ? "~" + Fingerprints.hash(text, 64) : text;
        origins = Collections.unmodifiableSortedSet(new TreeSet<>(origins));
    }

    static Trace of(String text) {
        return new Trace(text, Collections.emptySortedSet());
    }

    /** {@code operation(part, part, ...)} */
    static Trace of(String operation, Collection<Trace> parts) {
        StringBuilder text = new StringBuilder(operation).append('(');
        SortedSet<ColumnOrigin> origins = new TreeSet<>();
        String separator = "";
        for (Trace part : parts) {
            text.append(separator).append(part.text());
            origins.addAll(part.origins());
            separator = ",";
        }
        return new Trace(text.append(')').toString(), origins);
    }

    static Trace of(String operation, Trace... parts) {
        return of(operation, List.of(parts));
    }

    /** The same, seen as the n-th item of FROM: two occurrences of one table are not the same rows. */
    Trace at(int position) {
        return new Trace("#" + position + "{" + text + "}", origins);
    }

    /** The same, seen from a subquery inside. */
    Trace fromInside() {
        return new Trace("^" + text, origins);
    }

    static Trace sorted(String operation, Collection<Trace> parts) {
        List<Trace> sorted = new ArrayList<>(parts);
        sorted.sort(java.util.Comparator.comparing(Trace::text));
        return of(operation, sorted);
    }
}
