package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Schema;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statement that makes a model's table, every column cast to its type: what previews show and full builds run. */
public final class TypedSelect {
    private TypedSelect() {}

    static String of(ModelFacts facts) {
        return of(facts.schema(), facts.sql().text());
    }

    /** @param sql a text that yields these columns */
    public static String of(Schema schema, String sql) {
        return "SELECT " + columns(schema, column -> Identifier.sql(column.name())) + " FROM (\n" + sql
                + "\n\n) _smelt_typed";
    }

    /** The same where the table is not there yet: what a model reads of itself is empty then. */
    static String beforeItself(ModelFacts facts) {
        String nothing = "(SELECT " + columns(facts.schema(), column -> "NULL") + " WHERE FALSE)";
        Address own = facts.model().address();
        return of(
                facts.schema(),
                facts.sql()
                        .spliced(
                                reference -> reference.target().equals(own) ? Optional.of(nothing) : Optional.empty()));
    }

    private static String columns(Schema schema, Function<Column, String> value) {
        return schema.columns().stream()
                .map(column -> "CAST(" + value.apply(column) + " AS " + column.type() + ") AS "
                        + Identifier.sql(column.name()))
                .collect(Collectors.joining(", "));
    }

    /** The same, of one window of partitions. */
    static String within(ModelFacts facts, String condition) {
        return of(facts) + " WHERE " + condition;
    }
}
