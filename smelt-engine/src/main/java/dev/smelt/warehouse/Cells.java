package dev.smelt.warehouse;

import java.util.List;
import java.util.Optional;

/** One row of a result, its values as the engine prints them; NULL is empty. */
public record Cells(List<Optional<String>> values) {
    public Optional<String> at(int column) {
        return values.get(column);
    }

    public long number(int column) {
        return Long.parseLong(values.get(column).orElseThrow());
    }
}
