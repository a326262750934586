package dev.smelt.plan;

import dev.smelt.model.Identifier;
import java.util.stream.Collectors;

/** The statement that makes a model's table, every column cast to its type: what previews show and full builds run. */
final class TypedSelect {
    private TypedSelect() {}

    static String of(ModelFacts facts) {
        String columns = facts.schema().columns().stream()
                .map(column -> {
                    String name = Identifier.sql(column.name());
                    return "CAST(" + name + " AS " + column.type() + ") AS " + name;
                })
                .collect(Collectors.joining(", "));
        return "SELECT " + columns + " FROM (\n" + facts.sql().text() + "\n\n) _smelt_typed";
    }

    /** The same, of one window of partitions. */
    static String within(ModelFacts facts, String condition) {
        return of(facts) + " WHERE " + condition;
    }
}
