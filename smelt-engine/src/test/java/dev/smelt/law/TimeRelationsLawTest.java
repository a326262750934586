package dev.smelt.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The invariant, on random models over random data: every partition that is rebuilt from what its window reads equals the
 * same partition of a full rebuild, and every partition that a change of the data changes has been announced.
 *
 * <p>A failing model is made small and printed. {@code -Dsmelt.law.from=N -Dsmelt.law.to=M} tries those of the seeds
 * from N to before M.
 */
class TimeRelationsLawTest {
    private static final Seeds SEEDS = Seeds.asked(300);
    private static final int FAILURES_SHOWN = Integer.getInteger("smelt.law.failures", 5);

    @Test
    void rebuiltPartitionsEqualTheFullRebuildAndChangesAreAnnounced() throws SQLException {
        LawTally tally = new LawTally();
        List<String> broken = new ArrayList<>();
        try (LawBench bench = LawBench.open()) {
            for (long seed = SEEDS.from(); seed < SEEDS.to() && broken.size() < FAILURES_SHOWN; seed++) {
                Choices choices = Choices.random(seed);
                Case tried = Case.generate(choices);
                Verdict verdict = bench.check(tried);
                tally.add(verdict);
                if (Boolean.getBoolean("smelt.law.show")) {
                    System.out.println(seed + " " + verdict + "\n" + tried.model());
                }
                if (verdict instanceof Verdict.Broken first) {
                    Case small = Shrinking.smallest(choices.made(), each -> isBroken(bench, each, first.law()));
                    broken.add("seed " + seed + ", " + bench.check(small) + "\n" + small);
                }
            }
        }
        System.out.println(SEEDS + ": " + tally);
        assertThat(broken).as(String.join("\n", broken)).isEmpty();
        assertThat(tally.acceptedPercent()).as("accepted models, of " + tally).isGreaterThanOrEqualTo(70);
    }

    private static boolean isBroken(LawBench bench, Case tried, String law) {
        try {
            return bench.check(tried) instanceof Verdict.Broken broken
                    && broken.law().equals(law);
        } catch (SQLException e) {
            return false;
        }
    }

    /** What came of all models. */
    private static final class LawTally {
        private int held;
        private int refused;
        private int invalid;
        private int assumptionBroken;
        private int broken;
        private long announced;
        private long changed;
        private final Map<String, Integer> reasons = new TreeMap<>();

        void add(Verdict verdict) {
            if (verdict instanceof Verdict.Held law) {
                held++;
                announced += law.announced();
                changed += law.changed();
            } else if (verdict instanceof Verdict.Refused refusal) {
                refused++;
                String message = refusal.message();
                reasons.merge(message.substring(message.lastIndexOf('[')), 1, Integer::sum);
            } else if (verdict instanceof Verdict.Invalid bad) {
                invalid++;
                String message = bad.message();
                reasons.merge(message.substring(0, Math.min(100, message.length())), 1, Integer::sum);
            } else if (verdict instanceof Verdict.AssumptionBroken) {
                assumptionBroken++;
            } else {
                broken++;
            }
        }

        int acceptedPercent() {
            int accepted = held + assumptionBroken + broken;
            return 100 * accepted / Math.max(1, accepted + refused);
        }

        @Override
        public String toString() {
            return held + " held, " + broken + " broken, " + assumptionBroken
                    + " with an assumption that the data breaks, "
                    + refused + " refused, " + invalid + " not valid; accepted " + acceptedPercent()
                    + " %; of the partitions announced dirty " + (announced == 0 ? 0 : 100 * changed / announced)
                    + " % changed (" + changed + " of " + announced + "); " + reasons;
        }
    }
}
