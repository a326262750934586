package dev.smelt.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.diagnostics.Place;
import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Refresh;
import dev.smelt.model.Schema;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A table made by one SELECT, a model that is another: what diff says, and what its statements do to the data. */
class SchemaComparisonTest {
    private final Shadow shadow = Shadow.of(
            "CREATE TABLE main.o (id INTEGER NOT NULL, qty INTEGER NOT NULL, disc INTEGER, amt DECIMAL(10,2))",
            "INSERT INTO main.o VALUES (1, 5, NULL, 12345678.90), (2, 7, 3, NULL), (2, 7, 3, NULL)");
    private final Map<String, ColumnDeclaration> declarations = new HashMap<>();
    private SchemaEvolution evolution = SchemaEvolution.ALTER_AND_BACKFILL;
    private Materialization materialization = Materialization.TABLE;
    private Optional<Timeseries> recordedClock = Optional.empty();
    private Optional<Timeseries> clock = Optional.empty();
    private boolean ledger = true;

    @AfterEach
    void close() {
        shadow.close();
    }

    private void declare(String column, String defaultSql, String backfill, String renamedFrom) {
        declarations.put(
                column,
                new ColumnDeclaration(
                        Optional.empty(),
                        Optional.ofNullable(defaultSql),
                        Optional.ofNullable(backfill),
                        Optional.ofNullable(renamedFrom),
                        false));
    }

    private Model model(String sql) {
        return new Model(
                new Address("m"),
                new TableName("main", "m"),
                materialization,
                Refresh.FULL,
                clock,
                Set.of(),
                declarations,
                evolution,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                SourceText.whole("models/m.sql", sql),
                List.of(),
                Place.file("models/m.sql"));
    }

    private SchemaDifference diff(String before, String after, Permission... permissions) {
        shadow.run("CREATE OR REPLACE TABLE main.m AS " + before);
        Deployment recorded = new Deployment(
                new TableName("main", "m"),
                shadow.inferred(before),
                recordedClock,
                new Definition("", new TreeMap<>()));
        return diff(after, shadow.inferred(after), ledger ? Optional.of(recorded) : Optional.empty(), permissions);
    }

    private SchemaDifference diff(String sql, Schema schema, Optional<Deployment> recorded, Permission... permissions) {
        return SchemaComparison.compare(
                model(sql),
                schema,
                Optional.of(shadow.table("m")),
                recorded,
                column -> !shadow.rows("SELECT 1 FROM main.m WHERE " + column + " IS NULL LIMIT 1")
                        .isEmpty(),
                Set.of(permissions));
    }

    private static SchemaChange only(SchemaDifference difference) {
        assertThat(difference.changes()).hasSize(1);
        return difference.changes().get(0);
    }

    /** Runs the statements and shows that the columns that were there before hold what they held. */
    private void losesNothing(SchemaDifference difference, String columnsBefore, String columnsAfter) {
        shadow.run("CREATE OR REPLACE TABLE main.before AS SELECT " + columnsBefore + " FROM main.m");
        difference.statements().forEach(shadow::run);
        assertThat(shadow.rows("SELECT * FROM main.before EXCEPT ALL SELECT " + columnsAfter + " FROM main.m"))
                .isEmpty();
        assertThat(shadow.rows("SELECT " + columnsAfter + " FROM main.m EXCEPT ALL SELECT * FROM main.before"))
                .isEmpty();
    }

    @Test
    void addsANullableColumnInPlace() {
        SchemaDifference difference = diff("SELECT id FROM main.o", "SELECT id, disc > 10 AS flag FROM main.o");

        assertThat(only(difference))
                .isEqualTo(new SchemaChange(
                        "ADD COLUMN flag BOOLEAN NULL",
                        Outcome.SAFE,
                        "Safe: ALTER TABLE (no data loss)",
                        List.of("ALTER TABLE main.m ADD COLUMN flag BOOLEAN"),
                        ""));
        losesNothing(difference, "id", "id");
        assertThat(shadow.rows("SELECT DISTINCT flag FROM main.m")).containsExactly("null");
    }

    @Test
    void rebuildsForANotNullColumnWithoutDefault() {
        SchemaChange change = only(diff("SELECT id FROM main.o", "SELECT id, qty > 10 AS flag FROM main.o"));

        assertThat(change.headline()).isEqualTo("ADD COLUMN flag BOOLEAN NOT NULL");
        assertThat(change.outcome()).isEqualTo(Outcome.REBUILD);
        assertThat(change.statements()).isEmpty();
        assertThat(change.cure()).contains("default:", "NULL");
    }

    @Test
    void addsANotNullColumnWithItsDefaultOnce() {
        declare("flag", "0", null, null);
        String after = "SELECT id, COALESCE(disc, 0) AS flag FROM main.o";
        SchemaDifference difference = diff("SELECT id FROM main.o", after);

        assertThat(only(difference).headline()).isEqualTo("ADD COLUMN flag INTEGER NOT NULL DEFAULT 0");
        assertThat(difference.statements()).containsExactly("ALTER TABLE main.m ADD COLUMN flag INTEGER DEFAULT 0");
        losesNothing(difference, "id", "id");
        shadow.run("UPDATE main.m SET flag = 42 WHERE id = 1");
        SchemaDifference again = diff(
                after,
                shadow.inferred(after),
                Optional.of(new Deployment(
                        new TableName("main", "m"),
                        shadow.inferred(after),
                        Optional.empty(),
                        new Definition("", new TreeMap<>()))));
        assertThat(again.state()).isEqualTo(SchemaDifference.State.UNCHANGED);
        assertThat(shadow.rows("SELECT flag FROM main.m ORDER BY id")).containsExactly("42", "0", "0");
    }

    @Test
    void fillsHistoryByTheDeclaredExpression() {
        declare("twice", null, "qty * 2", null);
        SchemaDifference difference =
                diff("SELECT id, qty FROM main.o", "SELECT id, qty, CAST(disc AS INTEGER) AS twice FROM main.o");

        losesNothing(difference, "id, qty", "id, qty");
        assertThat(shadow.rows("SELECT twice FROM main.m ORDER BY id")).containsExactly("10", "14", "14");
    }

    @Test
    void aNullThatTheBackfillGivesBecomesTheDefault() {
        declare("x", "-1", "disc", null);
        SchemaDifference difference =
                diff("SELECT id, disc FROM main.o", "SELECT id, disc, COALESCE(disc, -1) AS x FROM main.o");

        losesNothing(difference, "id, disc", "id, disc");
        assertThat(shadow.rows("SELECT x FROM main.m ORDER BY id")).containsExactly("-1", "3", "3");
    }

    @Test
    void widensInPlaceAndRefusesToNarrow() {
        SchemaDifference wider = diff(
                "SELECT id, amt FROM main.o",
                "SELECT CAST(id AS BIGINT) AS id, CAST(amt AS DECIMAL(12,4)) AS amt FROM main.o");
        assertThat(wider.outcome()).isEqualTo(Outcome.SAFE);
        losesNothing(wider, "id, amt", "id, amt");

        SchemaChange narrower =
                only(diff("SELECT amt FROM main.o", "SELECT CAST(amt AS DECIMAL(10,4)) AS amt FROM main.o"));
        assertThat(narrower.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(narrower.cure()).contains("allowFullRefresh");

        SchemaChange allowed = only(diff(
                "SELECT amt FROM main.o",
                "SELECT CAST(amt AS DECIMAL(10,4)) AS amt FROM main.o",
                Permission.FULL_REFRESH));
        assertThat(allowed.outcome()).isEqualTo(Outcome.REBUILD);
    }

    @Test
    void removedAndAddedIsRefusedUnlessPermittedOrDeclaredARename() {
        String before = "SELECT id, amt FROM main.o";
        String after = "SELECT id, amt AS amount FROM main.o";

        SchemaDifference undeclared = diff(before, after);
        assertThat(undeclared.changes())
                .extracting(SchemaChange::headline)
                .containsExactly("ADD COLUMN amount DECIMAL(10,2) NULL", "DROP COLUMN amt");
        assertThat(undeclared.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(undeclared.changes().get(1).cure()).contains("renamed_from: amt", "allowColumnRemoval");

        assertThat(diff(before, after, Permission.COLUMN_REMOVAL).statements())
                .containsExactly(
                        "ALTER TABLE main.m ADD COLUMN amount DECIMAL(10,2)", "ALTER TABLE main.m DROP COLUMN amt");

        declare("amount", null, null, "amt");
        SchemaDifference renamed = diff(before, after);
        assertThat(renamed.statements()).containsExactly("ALTER TABLE main.m RENAME COLUMN amt TO amount");
        losesNothing(renamed, "id, amt", "id, amount");
    }

    @Test
    void theVerdictDoesNotDependOnRows() {
        SchemaDifference full = diff("SELECT id, amt FROM main.o", "SELECT id FROM main.o");
        SchemaDifference empty = diff("SELECT id, amt FROM main.o WHERE FALSE", "SELECT id FROM main.o");

        assertThat(empty).isEqualTo(full);
    }

    @Test
    void nullabilityIsComparedWithWhatWasRecorded() {
        SchemaChange looser = only(diff("SELECT qty AS x FROM main.o", "SELECT disc AS x FROM main.o"));
        assertThat(looser.outcome()).isEqualTo(Outcome.SAFE);
        assertThat(looser.statements()).isEmpty();

        SchemaChange filled = only(diff("SELECT disc AS x FROM main.o WHERE id = 2", "SELECT qty AS x FROM main.o"));
        assertThat(filled.outcome()).isEqualTo(Outcome.SAFE);

        SchemaChange holdsNull = only(diff("SELECT disc AS x FROM main.o", "SELECT qty AS x FROM main.o"));
        assertThat(holdsNull.outcome()).isEqualTo(Outcome.REBUILD);

        declare("x", "0", null, null);
        SchemaDifference defaulted = diff("SELECT disc AS x FROM main.o", "SELECT qty AS x FROM main.o");
        assertThat(defaulted.statements()).containsExactly("UPDATE main.m SET x = 0 WHERE x IS NULL");
        defaulted.statements().forEach(shadow::run);
        assertThat(shadow.rows("SELECT x FROM main.m ORDER BY x")).containsExactly("0", "3", "3");
    }

    @Test
    void aConstraintThatTheEngineHoldsIsDropped() {
        shadow.run("CREATE TABLE main.m (x INTEGER NOT NULL)");
        String sql = "SELECT disc AS x FROM main.o";

        SchemaDifference difference = diff(sql, shadow.inferred(sql), Optional.empty());

        assertThat(difference.statements()).containsExactly("ALTER TABLE main.m ALTER COLUMN x DROP NOT NULL");
        difference.statements().forEach(shadow::run);
        shadow.run("INSERT INTO main.m VALUES (NULL)");
    }

    @Test
    void orderCaseAndSpellingAreNoChange() {
        assertThat(diff("SELECT id, amt AS \"UserID\" FROM main.o", "SELECT amt AS userid, id FROM main.o")
                        .state())
                .isEqualTo(SchemaDifference.State.UNCHANGED);
    }

    @Test
    void settlesForEveryKindOfType() {
        String sql = "SELECT amt, CAST(1 AS NUMERIC) AS n, CAST(id AS HUGEINT) AS h, TIMESTAMP '2026-01-01' AS ts,"
                + " TIMESTAMPTZ '2026-01-01' AS tz, DATE '2026-01-01' AS d, CAST('a' AS ENUM('a', 'b')) AS e,"
                + " ['a'] AS l, {'a': 1, 'B c': [1]} AS s, MAP {'k': 1} AS mp, CAST(NULL AS VARCHAR) AS empty,"
                + " id AS \"Mixed Case\", qty AS \"select\", CAST('1' AS JSON) AS j, CAST('01' AS BIT) AS b,"
                + " uuid() AS u, INTERVAL '1 day' AS i FROM main.o";

        shadow.run("CREATE OR REPLACE TABLE main.m AS " + sql);
        Schema schema = shadow.bound(sql);
        Deployment recorded = new Deployment(
                new TableName("main", "m"), schema, Optional.empty(), new Definition("", new TreeMap<>()));

        assertThat(diff(sql, schema, Optional.of(recorded)).changes()).isEmpty();
        assertThat(schema.columns().stream().map(Column::type).map(TypeShape::of))
                .noneMatch(TypeShape.Unknown.class::isInstance);
    }

    @Test
    void anUntypedNullIsRefusedByName() {
        SchemaDifference changed = diff("SELECT id FROM main.o", "SELECT id, NULL AS nothing FROM main.o");
        assertThat(only(changed).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(only(changed).cure()).isEqualTo("Write CAST(NULL AS <type>) for column nothing.");

        SchemaDifference created = SchemaComparison.compare(
                model(""),
                shadow.bound("SELECT [] AS nothing"),
                Optional.empty(),
                Optional.empty(),
                column -> true,
                Set.of());
        assertThat(created.state()).isEqualTo(SchemaDifference.State.NEW);
        assertThat(created.outcome()).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void aChangedPartitionColumnIsRefusedNamingBoth() {
        recordedClock = Optional.of(new Timeseries(Optional.empty(), "d1", Granularity.DAY));
        clock = Optional.of(new Timeseries(Optional.empty(), "d2", Granularity.DAY));
        String sql = "SELECT DATE '2026-01-01' AS d1, DATE '2026-01-01' AS d2 FROM main.o";

        SchemaChange change = only(diff(sql, sql));

        assertThat(change.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(change.headline()).isEqualTo("PARTITION COLUMN d1 -> d2");
        assertThat(change.explanation()).contains("d1", "d2");
    }

    @Test
    void aRenamedPartitionColumnIsTheSameClock() {
        recordedClock = Optional.of(new Timeseries(Optional.empty(), "d1", Granularity.DAY));
        clock = Optional.of(new Timeseries(Optional.empty(), "d2", Granularity.DAY));
        declare("d2", null, null, "d1");

        SchemaDifference difference =
                diff("SELECT DATE '2026-01-01' AS d1 FROM main.o", "SELECT DATE '2026-01-01' AS d2 FROM main.o");

        assertThat(difference.outcome()).isEqualTo(Outcome.SAFE);
    }

    @Test
    void aDeclaredFullRefreshFollowsEveryChangeByARebuild() {
        evolution = SchemaEvolution.FULL_REFRESH;

        SchemaDifference difference = diff("SELECT id FROM main.o", "SELECT id, disc FROM main.o");

        assertThat(difference.outcome()).isEqualTo(Outcome.REBUILD);
        assertThat(difference.statements()).isEmpty();
    }

    @Test
    void aViewIsReplacedWhateverChanged() {
        materialization = Materialization.VIEW;
        shadow.run("CREATE VIEW main.m AS SELECT id, amt FROM main.o");
        Schema schema = shadow.bound("SELECT id, qty FROM main.o");

        SchemaDifference difference = SchemaComparison.compare(
                model(""),
                schema,
                Optional.of(new CatalogueSnapshot.Relation(shadow.table("m").schema(), true)),
                Optional.empty(),
                column -> true,
                Set.of());

        assertThat(difference.outcome()).isEqualTo(Outcome.SAFE);
        assertThat(difference.statements()).isEmpty();
        assertThat(difference.changes())
                .extracting(SchemaChange::headline)
                .containsExactly("ADD COLUMN qty INTEGER NULL", "DROP COLUMN amt");
    }

    @Test
    void aColumnAddedByHandIsToldApart() {
        shadow.run("CREATE OR REPLACE TABLE main.m AS SELECT id, 1 AS extra FROM main.o");
        String sql = "SELECT id FROM main.o";
        Deployment recorded = new Deployment(
                new TableName("main", "m"),
                shadow.inferred(sql),
                Optional.empty(),
                new Definition("", new TreeMap<>()));

        SchemaChange change = only(diff(sql, shadow.inferred(sql), Optional.of(recorded)));

        assertThat(change.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(change.explanation()).contains("smelt did not make");
    }
}
