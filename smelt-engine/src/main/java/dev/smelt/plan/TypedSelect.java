package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statement that makes a model's table, every column cast to its type: what previews show and full builds run. */
final class TypedSelect {
    private TypedSelect() {}

    static String of(ModelFacts facts) {
        return typed(facts, facts.sql().text());
    }

    /** The same where the table is not there yet: what a model reads of itself is empty then. */
    static String beforeItself(ModelFacts facts) {
        String nothing = "(SELECT " + columns(facts, column -> "NULL") + " WHERE FALSE)";
        Address own = facts.model().address();
        return typed(
                facts,
                facts.sql()
                        .spliced(
                                reference -> reference.target().equals(own) ? Optional.of(nothing) : Optional.empty()));
    }

    private static String typed(ModelFacts facts, String body) {
        return "SELECT " + columns(facts, column -> Identifier.sql(column.name())) + " FROM (\n" + body
                + "\n\n) _smelt_typed";
    }

    private static String columns(ModelFacts facts, Function<Column, String> value) {
        return facts.schema().columns().stream()
                .map(column -> "CAST(" + value.apply(column) + " AS " + column.type() + ") AS "
                        + Identifier.sql(column.name()))
                .collect(Collectors.joining(", "));
    }

    /** The same, of one window of partitions. */
    static String within(ModelFacts facts, String condition) {
        return of(facts) + " WHERE " + condition;
    }
}
