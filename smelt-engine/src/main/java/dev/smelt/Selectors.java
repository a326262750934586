package dev.smelt;

import java.util.List;

/**
 * Which models are meant, in the words of the user: {@code name}, {@code tag:x}, {@code +name} (with all it reads),
 * {@code name+} (with all that read it).
 *
 * @param select what is meant; empty for every model
 * @param exclude what is left out of it
 */
public record Selectors(List<String> select, List<String> exclude) {

    /** Every model of the project. */
    public static final Selectors ALL = new Selectors(List.of(), List.of());

    public Selectors {
        select = List.copyOf(select);
        exclude = List.copyOf(exclude);
    }

    public static Selectors of(String... select) {
        return new Selectors(List.of(select), List.of());
    }
}
