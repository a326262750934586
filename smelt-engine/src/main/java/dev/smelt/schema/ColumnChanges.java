package dev.smelt.schema;

import dev.smelt.model.Column;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.model.Identifier;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The verdict on each kind of change of one column, its statements and its words. */
record ColumnChanges(TableName table, Set<Permission> permissions) {
    private static final String SAFE = "Safe: ALTER TABLE (no data loss)";
    private static final String RECORDED = "Safe: recorded, the table stays as it is";
    private static final String DECLARE_DEFAULT =
            "To keep the table, declare a default: for the column under columns: in the front matter";
    private static final String REBUILD = "Rebuild: the table is built anew at the next run";

    SchemaChange added(Column column, ColumnDeclaration declaration) {
        String headline = addHeadline(column, declaration.defaultSql());
        if (!column.nullable() && declaration.defaultSql().isEmpty()) {
            return new SchemaChange(
                    headline,
                    Outcome.REBUILD,
                    REBUILD + " (history has no value for a NOT NULL column)",
                    List.of(),
                    DECLARE_DEFAULT
                            + ", or let its expression be NULL (history then holds NULL until it is backbuilt).");
        }
        List<String> statements = new ArrayList<>();
        statements.add(alter("ADD COLUMN " + Identifier.sql(column.name()) + " " + column.type()
                + declaration.defaultSql().map(value -> " DEFAULT " + value).orElse("")));
        declaration.backfillSql().ifPresent(fill -> statements.add(backfill(column, fill, declaration)));
        return new SchemaChange(headline, Outcome.SAFE, SAFE, statements, "");
    }

    static String addHeadline(Column column, Optional<String> defaultSql) {
        return "ADD COLUMN " + Identifier.sql(column.name()) + " " + column.type()
                + (column.nullable() ? " NULL" : " NOT NULL")
                + defaultSql.map(value -> " DEFAULT " + value).orElse("");
    }

    /** A NULL that the expression gives must not take the default's place in a NOT NULL column. */
    private String backfill(Column column, String fill, ColumnDeclaration declaration) {
        String value = column.nullable()
                ? fill
                : "COALESCE(" + fill + ", " + declaration.defaultSql().orElse("NULL") + ")";
        return "UPDATE " + table.sql() + " SET " + Identifier.sql(column.name()) + " = " + value;
    }

    SchemaChange renamed(Column before, Column after) {
        String statement =
                alter("RENAME COLUMN " + Identifier.sql(before.name()) + " TO " + Identifier.sql(after.name()));
        String headline = "RENAME COLUMN " + Identifier.sql(before.name()) + " -> " + Identifier.sql(after.name());
        return new SchemaChange(headline, Outcome.SAFE, SAFE, List.of(statement), "");
    }

    SchemaChange retyped(Column before, Column after) {
        String headline = typeHeadline(before, after);
        Optional<String> obstacle = Widening.obstacle(TypeShape.of(before.type()), TypeShape.of(after.type()));
        if (obstacle.isEmpty()) {
            String statement = alter("ALTER COLUMN " + Identifier.sql(after.name()) + " TYPE " + after.type());
            return new SchemaChange(headline, Outcome.SAFE, SAFE, List.of(statement), "");
        }
        if (permissions.contains(Permission.FULL_REFRESH)) {
            return new SchemaChange(
                    headline, Outcome.REBUILD, REBUILD + " (allowed by allowFullRefresh)", List.of(), "");
        }
        return new SchemaChange(
                headline,
                Outcome.REFUSED,
                "Refused: " + obstacle.get(),
                List.of(),
                "Cast the column back to " + before.type()
                        + ", or allow a full rebuild with -Dsmelt.allowFullRefresh.");
    }

    static String typeHeadline(Column before, Column after) {
        return "ALTER COLUMN " + Identifier.sql(after.name()) + " TYPE " + before.type() + " -> " + after.type();
    }

    /** @param heldNullable false where the engine itself holds a NOT NULL constraint, which then has to go */
    SchemaChange becomesNullable(Column column, boolean heldNullable) {
        String name = Identifier.sql(column.name());
        List<String> statements = heldNullable ? List.of() : List.of(alter("ALTER COLUMN " + name + " DROP NOT NULL"));
        return new SchemaChange(
                "ALTER COLUMN " + name + " NOT NULL -> NULL",
                Outcome.SAFE,
                heldNullable ? RECORDED : SAFE,
                statements,
                "");
    }

    SchemaChange becomesNotNull(Column column, boolean historyHoldsNull, ColumnDeclaration declaration) {
        String name = Identifier.sql(column.name());
        String headline = "ALTER COLUMN " + name + " NULL -> NOT NULL";
        if (!historyHoldsNull) {
            return new SchemaChange(headline, Outcome.SAFE, RECORDED + " (it holds no NULL)", List.of(), "");
        }
        if (declaration.defaultSql().isPresent()) {
            String value = declaration.defaultSql().get();
            String statement = "UPDATE " + table.sql() + " SET " + name + " = " + value + " WHERE " + name + " IS NULL";
            return new SchemaChange(
                    headline, Outcome.SAFE, "Safe: UPDATE (NULLs become the default)", List.of(statement), "");
        }
        return new SchemaChange(
                headline,
                Outcome.REBUILD,
                REBUILD + " (history holds NULL)",
                List.of(),
                DECLARE_DEFAULT + ", which then takes the place of NULL.");
    }

    /**
     * @param replacement an added column of the same type, which may be the old one under a new name
     * @param byHand whether the ledger does not know the column: someone added it to the table
     */
    SchemaChange dropped(Column column, Optional<Column> replacement, boolean byHand) {
        String name = Identifier.sql(column.name());
        String headline = "DROP COLUMN " + name;
        if (permissions.contains(Permission.COLUMN_REMOVAL)) {
            return new SchemaChange(
                    headline,
                    Outcome.SAFE,
                    "Allowed by allowColumnRemoval: ALTER TABLE (the column's data is lost)",
                    List.of(alter(headline)),
                    "");
        }
        String reason = byHand
                ? "by hand someone gave the table a column that smelt did not make, and the model has none of its name"
                : "the column's data would be lost";
        String rename = replacement
                .map(added -> "If it is now called " + Identifier.sql(added.name()) + ", declare renamed_from: "
                        + column.name() + " there. ")
                .orElse("");
        return new SchemaChange(
                headline,
                Outcome.REFUSED,
                "Refused: " + reason,
                List.of(),
                rename + "Keep the column in the model, or allow its removal with -Dsmelt.allowColumnRemoval.");
    }

    static SchemaChange untyped(Column column) {
        return new SchemaChange(
                "UNTYPED COLUMN " + Identifier.sql(column.name()) + " " + column.type(),
                Outcome.REFUSED,
                "Refused: a bare NULL has no type, and the table needs one",
                List.of(),
                "Write CAST(NULL AS <type>) for column " + column.name() + ".");
    }

    static SchemaChange becomesTable() {
        return new SchemaChange("VIEW -> TABLE", Outcome.REBUILD, REBUILD, List.of(), "");
    }

    static SchemaChange becomesView(Set<Permission> permissions) {
        if (permissions.contains(Permission.FULL_REFRESH)) {
            return new SchemaChange(
                    "TABLE -> VIEW",
                    Outcome.REBUILD,
                    "Rebuild: a view takes the table's place (allowed by allowFullRefresh)",
                    List.of(),
                    "");
        }
        return new SchemaChange(
                "TABLE -> VIEW",
                Outcome.REFUSED,
                "Refused: a view takes the table's place, and the table's data would be lost",
                List.of(),
                "Declare materialization: table, or allow it with -Dsmelt.allowFullRefresh.");
    }

    static SchemaChange ofView(String headline) {
        return new SchemaChange(headline, Outcome.SAFE, "Safe: the view is replaced (no data)", List.of(), "");
    }

    /** The same change of a model that follows every change by a full refresh. */
    static SchemaChange byFullRefresh(SchemaChange change) {
        if (change.outcome() != Outcome.SAFE || change.statements().isEmpty()) {
            return change;
        }
        return new SchemaChange(
                change.headline(),
                Outcome.REBUILD,
                REBUILD + " (schema_evolution: full_refresh)",
                List.of(),
                "To change the table in place, declare schema_evolution: {strategy: alter_and_backfill}.");
    }

    private String alter(String change) {
        return "ALTER TABLE " + table.sql() + " " + change;
    }
}
