package dev.smelt.law;

import dev.smelt.law.Case.Change;
import dev.smelt.law.HistoryProject.ProjectModel;
import dev.smelt.law.HistoryStep.Landed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a history that breaks the law smaller while it still does: fewer steps, fewer models, fewer rows. */
final class HistoryShrinking {
    private final Predicate<HistoryCase> fails;
    private int attemptsLeft;

    private HistoryShrinking(int attempts, Predicate<HistoryCase> fails) {
        this.attemptsLeft = attempts;
        this.fails = fails;
    }

    static HistoryCase smallest(HistoryCase found, int attempts, Predicate<HistoryCase> fails) {
        HistoryShrinking shrinking = new HistoryShrinking(attempts, fails);
        HistoryCase best = shrinking.fewerModels(shrinking.fewerSteps(found));
        best = shrinking.fewerRows(shrinking.fewerChanges(best));
        return shrinking.fewerSteps(best);
    }

    private boolean stillFails(HistoryCase smaller) {
        return attemptsLeft-- > 0 && fails.test(smaller);
    }

    private HistoryCase fewerSteps(HistoryCase found) {
        HistoryCase best = found;
        for (int i = best.steps().size() - 1; i >= 0; i--) {
            List<HistoryStep> fewer = new ArrayList<>(best.steps());
            fewer.remove(i);
            HistoryCase smaller = best.withSteps(fewer);
            best = stillFails(smaller) ? smaller : best;
        }
        return best;
    }

    private HistoryCase fewerModels(HistoryCase found) {
        HistoryCase best = found;
        List<ProjectModel> models = found.project().models();
        for (int i = models.size() - 1; i >= 0; i--) {
            String name = models.get(i).name();
            boolean isRead = best.project().models().stream()
                    .anyMatch(model -> !model.name().equals(name) && model.reads(name));
            if (!isRead) {
                HistoryCase smaller = best.without(name);
                best = stillFails(smaller) ? smaller : best;
            }
        }
        return best;
    }

    private HistoryCase fewerChanges(HistoryCase found) {
        HistoryCase best = found;
        for (int i = 0; i < found.steps().size(); i++) {
            if (found.steps().get(i) instanceof Landed landed) {
                for (int at = landed.changes().size() - 1; at >= 0; at--) {
                    Landed now = (Landed) best.steps().get(i);
                    List<Change> fewer = new ArrayList<>(now.changes());
                    fewer.remove(at);
                    List<HistoryStep> steps = new ArrayList<>(best.steps());
                    steps.set(i, new Landed(fewer, now.told(), now.request()));
                    HistoryCase smaller = best.withSteps(steps);
                    best = !fewer.isEmpty() && stillFails(smaller) ? smaller : best;
                }
            }
        }
        return best;
    }

    private HistoryCase fewerRows(HistoryCase found) {
        return found.withRows(FewerRows.of(found.rows(), 16, rows -> stillFails(found.withRows(rows))));
    }
}
