package dev.smelt.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name a user probably meant, by edit distance: one edit adds, drops or replaces a character, or swaps two neighbours. */
public final class NearNames {
    private NearNames() {}

    /** The closest candidate within a third of the name's length (at least one edit), or nothing. */
    public static Optional<String> nearest(String name, Collection<String> candidates) {
        int allowed = Math.max(1, name.length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(name, candidate) <= allowed)
                .min(Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** {@code  Did you mean 'x'?} with a leading blank, or an empty text. */
    public static String didYouMean(String name, Collection<String> candidates) {
        return nearest(name, candidates)
                .map(candidate -> " Did you mean '" + candidate + "'?")
                .orElse("");
    }

    /** {@code , did you mean x?} to end a sentence with, or an empty text where nothing is near. */
    public static String hint(Optional<String> near) {
        return near.map(name -> ", did you mean " + name + "?").orElse("");
    }

    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] beforePrevious = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
            beforePrevious = previous;
            previous = current;
        }
        return previous[b.length()];
    }
}
