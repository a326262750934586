package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.SqlTest.Cell;
import dev.smelt.model.SqlType;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Sandbox;
import dev.smelt.warehouse.StatementFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Values of a test's rows as values of a column: a value that would not stay what it is written as is an error. */
final class LiteralValues {
    private final Sandbox sandbox;
    private final Consumer<Diagnostic> problems;
    private final Map<String, Optional<String>> texts = new HashMap<>();

    LiteralValues(Sandbox sandbox, Consumer<Diagnostic> problems) {
        this.sandbox = sandbox;
        this.problems = problems;
    }

    /** The value as SQL of the type. */
    static String cast(String value, SqlType type) {
        return "CAST(" + value + " AS " + type.text() + ")";
    }

    /** The value as the engine prints it in a column of the type; NULL is empty, and so is one that does not fit. */
    Optional<String> text(Cell cell, SqlType type) {
        return texts.computeIfAbsent(type.text() + " " + cell.value(), ignored -> read(cell, type));
    }

    private Optional<String> read(Cell cell, SqlType type) {
        String value = cell.value();
        try {
            Cells row = sandbox.query("SELECT (" + value + "\n) IS NULL, TRY_CAST(" + value + " AS " + type.text()
                            + "), " + stays(value, type))
                    .get(0);
            boolean isNull = row.at(0).equals(Optional.of("true"));
            if (!isNull && (row.at(1).isEmpty() || !row.at(2).equals(Optional.of("true")))) {
                doesNotFit(cell, type, "");
            }
            return row.at(1);
        } catch (StatementFailure e) {
            doesNotFit(cell, type, ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private void doesNotFit(Cell cell, SqlType type, String why) {
        problems.accept(Diagnostic.error(
                "SMELT-T004",
                cell.place(),
                "The value " + cell.value() + " is none of column '" + cell.column() + "', whose type is " + type.text()
                        + why + ".",
                "Write a value that this type can hold."));
    }

    /** Whether the cast keeps the value: a text is compared by what it says, anything else by itself. */
    private static String stays(String value, SqlType type) {
        boolean text = value.startsWith("'");
        if (!text) {
            return "(" + value + "\n) IS NOT DISTINCT FROM TRY_CAST(" + value + " AS " + type.text() + ")";
        }
        String wider = switch (type.name()) {
            case "TINYINT",
                    "SMALLINT",
                    "INTEGER",
                    "BIGINT",
                    "UTINYINT",
                    "USMALLINT",
                    "UINTEGER",
                    "UBIGINT",
                    "DECIMAL" -> "DOUBLE";
            case "DATE" -> "TIMESTAMP";
            default -> "";
        };
        return wider.isEmpty()
                ? "true"
                : "TRY_CAST(" + value + " AS " + wider + ") = TRY_CAST(TRY_CAST(" + value + " AS " + type.text()
                        + ") AS " + wider + ")";
    }
}
