package dev.smelt.report;

import java.util.ArrayList;
import java.util.List;

/** A number of things and how many of them are what: {@code 3 tests: 2 passed, 1 failed}. */
final class Tally {
    private final String head;
    private final List<String> parts = new ArrayList<>();

    private Tally(String head) {
        this.head = head;
    }

    static Tally of(String what, long number) {
        return new Tally(Counted.of(number, what));
    }

    /** Adds a part, unless there are none of it. */
    Tally with(long number, String what) {
        if (number > 0) {
            parts.add(number + " " + what);
        }
        return this;
    }

    String text() {
        return parts.isEmpty() ? head : head + ": " + String.join(", ", parts);
    }
}
