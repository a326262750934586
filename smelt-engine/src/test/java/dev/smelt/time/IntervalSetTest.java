package dev.smelt.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Interval sets against sets of single values. */
class IntervalSetTest {
    private static final int SPAN = 40;

    @Test
    void intervalsThatTouchBecomeOne() {
        assertThat(IntervalSet.of(new Interval(3, 5), new Interval(1, 3)).intervals())
                .containsExactly(new Interval(1, 5));
    }

    @Test
    void agreesWithSetsOfValues() {
        Random random = new Random(5);
        for (int i = 0; i < 3_000; i++) {
            IntervalSet a = random(random);
            IntervalSet b = random(random);

            BitSet union = bits(a);
            union.or(bits(b));
            BitSet both = bits(a);
            both.and(bits(b));
            BitSet rest = bits(a);
            rest.andNot(bits(b));

            assertThat(bits(a.union(b))).isEqualTo(union);
            assertThat(bits(a.intersection(b))).isEqualTo(both);
            assertThat(bits(a.minus(b))).isEqualTo(rest);
            assertThat(a.complement().complement()).isEqualTo(a);
        }
    }

    private static IntervalSet random(Random random) {
        List<Interval> intervals = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            int start = random.nextInt(SPAN);
            intervals.add(new Interval(start, start + random.nextInt(SPAN - start)));
        }
        return IntervalSet.of(intervals);
    }

    private static BitSet bits(IntervalSet set) {
        BitSet bits = new BitSet();
        for (int value = 0; value < SPAN; value++) {
            long at = value;
            bits.set(value, set.intervals().stream().anyMatch(interval -> interval.contains(at)));
        }
        return bits;
    }
}
