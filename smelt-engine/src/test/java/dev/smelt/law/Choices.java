package dev.smelt.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The decisions behind one generated case, recorded so that a failing case can be made smaller: what a shorter or lower
 * list of decisions generates is a simpler case. Decision 0 is always the simplest one.
 */
final class Choices {
    private final Random random;
    private final List<Integer> given;
    private final List<Integer> made = new ArrayList<>();

    private Choices(Random random, List<Integer> given) {
        this.random = random;
        this.given = given;
    }

    static Choices random(long seed) {
        return new Choices(new Random(seed), List.of());
    }

    /** Takes these decisions, and the simplest one wherever they have run out. */
    static Choices replay(List<Integer> given) {
        return new Choices(null, List.copyOf(given));
    }

    /** A number from 0 (simplest) to {@code bound - 1}. */
    int pick(int bound) {
        int choice = random != null
                ? random.nextInt(bound)
                : made.size() < given.size() ? Math.floorMod(given.get(made.size()), bound) : 0;
        made.add(choice);
        return choice;
    }

    /** True with the probability, false being simpler. */
    boolean chance(int percent) {
        return pick(100) >= 100 - percent;
    }

    @SafeVarargs
    final <T> T of(T... options) {
        return options[pick(options.length)];
    }

    <T> T of(List<T> options) {
        return options.get(pick(options.size()));
    }

    /** An index whose probability is proportional to its weight. */
    int weighted(int... weights) {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        int rest = pick(sum);
        for (int i = 0; i < weights.length; i++) {
            rest -= weights[i];
            if (rest < 0) {
                return i;
            }
        }
        throw new IllegalStateException();
    }

    List<Integer> made() {
        return List.copyOf(made);
    }
}
