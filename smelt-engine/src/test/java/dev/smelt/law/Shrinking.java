package dev.smelt.law;

import dev.smelt.law.Case.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing case smaller while it still fails: first its decisions, then its rows and changes. */
final class Shrinking {
    private static final int ATTEMPTS = 400;

    private final Predicate<Case> fails;
    private int attempts;

    private Shrinking(Predicate<Case> fails) {
        this.fails = fails;
    }

    static Case smallest(List<Integer> decisions, Predicate<Case> fails) {
        Shrinking shrinking = new Shrinking(fails);
        return shrinking.fewerRows(Case.generate(Choices.replay(shrinking.fewerDecisions(decisions))));
    }

    private boolean stillFails(Case smaller) {
        attempts++;
        return fails.test(smaller);
    }

    private List<Integer> fewerDecisions(List<Integer> decisions) {
        List<Integer> best = decisions;
        for (int size = Math.min(64, best.size() / 2); size >= 1 && attempts < ATTEMPTS; size /= 2) {
            for (int at = 0; at + size <= best.size() && at < 400 && attempts < ATTEMPTS; ) {
                List<Integer> without = new ArrayList<>(best);
                without.subList(at, at + size).clear();
                List<Integer> zeroed = new ArrayList<>(best);
                for (int i = at; i < at + size; i++) {
                    zeroed.set(i, 0);
                }
                if (fails(without)) {
                    best = without;
                } else if (!zeroed.equals(best) && fails(zeroed)) {
                    best = zeroed;
                    at += size;
                } else {
                    at += size;
                }
            }
        }
        return best;
    }

    private boolean fails(List<Integer> decisions) {
        return stillFails(Case.generate(Choices.replay(decisions)));
    }

    private Case fewerRows(Case found) {
        Case best = found;
        for (int i = best.changes().size() - 1; i >= 0; i--) {
            List<Change> fewer = new ArrayList<>(best.changes());
            fewer.remove(i);
            Case smaller = best.withChanges(fewer);
            best = stillFails(smaller) ? smaller : best;
        }
        Case changed = best;
        return changed.withRows(FewerRows.of(changed.rows(), 32, rows -> stillFails(changed.withRows(rows))));
    }
}
