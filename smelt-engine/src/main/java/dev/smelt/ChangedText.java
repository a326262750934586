package dev.smelt;

import dev.smelt.ledger.DefinitionTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of a text in a definition, in words.
 *
 * @param arm the arm of a set operation that it stands in, from 0
 */
record ChangedText(String text, int arm) {
    /** One per arm that is written otherwise; one at least, since the meaning changed in any case. */
    static List<ChangedText> between(Optional<String> before, Optional<String> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return List.of(
                    new ChangedText(after.map(text -> "now " + onOneLine(text)).orElse("computed in another way"), 0));
        }
        if (before.equals(after)) {
            return List.of(new ChangedText(onOneLine(after.get()) + ", what it is computed from changed", 0));
        }
        List<String> old = DefinitionTexts.arms(before.get());
        List<String> now = DefinitionTexts.arms(after.get());
        if (old.size() != now.size()) {
            return List.of(new ChangedText(onOneLine(before.get()) + " -> " + onOneLine(after.get()), 0));
        }
        List<ChangedText> changed = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            if (!old.get(i).equals(now.get(i))) {
                changed.add(new ChangedText(old.get(i) + " -> " + now.get(i), i));
            }
        }
        return changed;
    }

    private static String onOneLine(String text) {
        return String.join(" | ", DefinitionTexts.arms(text));
    }
}
