package dev.smelt.run;

import static dev.smelt.run.HandMadePlan.built;
import static dev.smelt.run.HandMadePlan.context;
import static dev.smelt.run.HandMadePlan.dailyChunks;
import static dev.smelt.run.HandMadePlan.deployed;
import static dev.smelt.run.HandMadePlan.emptyTable;
import static dev.smelt.run.HandMadePlan.materialize;
import static dev.smelt.run.HandMadePlan.may;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaterializeTest {
    private static final String SOURCE =
            "CREATE TABLE s AS FROM (VALUES (1, DATE '2026-05-01'), (2, NULL)," + " (3, DATE '2026-05-02')) t(id, d)";
    private static final String SELECT = "SELECT id, d FROM s -- the end";

    @TempDir
    Path directory;

    private final List<RunEvent> events = new ArrayList<>();

    /** Case C26. */
    @Test
    void aFullBuildLeavesOutRowsWithoutAPartitionAndSaysHowMany() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            for (int repeat = 1; repeat <= 3; repeat++) {
                events.clear();

                RunSummary summary = run(open, fullBuild(SELECT));

                assertThat(open.rows("SELECT id FROM m ORDER BY id")).containsExactly("1", "3");
                assertThat(built(open, "m")).containsExactly("[2026-05-01, 2026-05-03)");
                assertThat(events).contains(new RunEvent.LeftOut(new Address("m"), "d", 1));
                assertThat(summary.warnings())
                        .extracting(warning -> warning.message())
                        .containsExactly("m: 1 row without d left out.");
                assertThat(summary.models()).singleElement().satisfies(model -> {
                    assertThat(model.inserted()).isEqualTo(2);
                    assertThat(model.leftOutNull()).isEqualTo(1);
                });
            }
        }
    }

    /** Case C26. */
    @Test
    void aChunkedBuildStoresTheSameRowsAndCountsTheSameOnesAtItsEnd() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            List<Step> steps = new ArrayList<>(List.of(emptyTable("m", SELECT)));
            steps.addAll(dailyChunks("m", SELECT, 1, 3));
            steps.add(new Step.CountLeftOut(
                    new Address("m"), "SELECT count(*) FROM s WHERE d IS NULL", "d", "asked for"));
            for (int repeat = 1; repeat <= 3; repeat++) {
                RunSummary summary = run(open, steps);

                assertThat(open.rows("SELECT id FROM m ORDER BY id")).containsExactly("1", "3");
                assertThat(summary.models())
                        .singleElement()
                        .satisfies(model -> assertThat(model.leftOutNull()).isEqualTo(1));
            }
        }
    }

    @Test
    void aCountThatFailsIsAWarningSinceTheChunksAreTrue() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            List<Step> steps = new ArrayList<>(List.of(emptyTable("m", SELECT)));
            steps.addAll(dailyChunks("m", SELECT, 1, 3));
            steps.add(new Step.CountLeftOut(new Address("m"), "SELECT nonsense", "d", "asked for"));

            RunSummary summary = run(open, steps);

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(summary.warnings())
                    .singleElement()
                    .satisfies(warning -> assertThat(warning.code()).isEqualTo("SMELT-L109"));
        }
    }

    @Test
    void aFullBuildThatFailsLeavesTheOldTableAndItsRecord() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            run(open, fullBuild(SELECT));

            RunSummary summary = run(
                    open,
                    fullBuild("SELECT id, d, CAST(CASE WHEN id = 3 THEN 'oops' ELSE '1' END AS INTEGER) AS v FROM s"));

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.FAILED);
            assertThat(open.rows("SELECT * FROM m ORDER BY id")).containsExactly("1|2026-05-01", "3|2026-05-02");
            assertThat(built(open, "m")).containsExactly("[2026-05-01, 2026-05-03)");
        }
    }

    @Test
    void aRebuildKeepsIndexesAndLeavesNoOtherTable() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            run(open, fullBuild(SELECT));
            open.sql("CREATE UNIQUE INDEX \"By id\" ON m(id)", "CREATE INDEX by_both ON m(d, (id + 1))");

            RunSummary summary = run(open, fullBuild("SELECT id + 10 AS id, d FROM s"));

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(open.rows("SELECT index_name, is_unique FROM duckdb_indexes() ORDER BY 1"))
                    .containsExactly("By id|true", "by_both|false");
            assertThat(open.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name <> '_smelt' ORDER BY 1"))
                    .containsExactly("m", "s");
        }
    }

    @Test
    void aRebuildThatCannotKeepAnIndexIsRefusedAndNamesIt() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE);
            run(open, fullBuild(SELECT));
            open.sql("CREATE INDEX by_id ON m(id)");

            RunSummary summary = run(open, fullBuild("SELECT d FROM s"));

            assertThat(summary.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.diagnostic().code()).isEqualTo("SMELT-L106");
                assertThat(failure.diagnostic().message()).contains("The index by_id of main.m cannot be kept: ");
                assertThat(failure.diagnostic().cure()).startsWith("Drop it with DROP INDEX main.by_id");
            });
            assertThat(open.rows("SELECT id FROM m ORDER BY id")).containsExactly("1", "3");
        }
    }

    @Test
    void aTableTakesThePlaceOfAView() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE, "CREATE VIEW m AS SELECT 1 AS a", "CREATE VIEW n AS SELECT 1 AS a");

            RunSummary summary = run(open, List.of(fullBuild(SELECT).get(0), emptyTable("n", SELECT)));

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(open.rows("SELECT table_name, table_type FROM information_schema.tables"
                            + " WHERE table_name IN ('m', 'n') ORDER BY 1"))
                    .containsExactly("m|BASE TABLE", "n|BASE TABLE");
        }
    }

    @Test
    void aViewTakesThePlaceOfOurTableAndNeverOfAnother() {
        try (OpenWarehouse open = open()) {
            open.sql(SOURCE, "CREATE TABLE theirs AS SELECT 1 AS a");
            run(open, fullBuild(SELECT));

            RunSummary summary = run(
                    open,
                    List.of(
                            materialize("m", "SELECT 7 AS a", Step.How.VIEW, List.of()),
                            materialize("theirs", "SELECT 7 AS a", Step.How.VIEW, List.of())));

            assertThat(open.rows("SELECT a FROM m")).containsExactly("7");
            assertThat(summary.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.diagnostic().code()).isEqualTo("SMELT-L104");
                assertThat(failure.diagnostic().message())
                        .contains("take the place of the table main.theirs, which smelt did not make");
            });
            assertThat(open.rows("SELECT a FROM theirs")).containsExactly("1");
        }
    }

    @Test
    void aMissingSchemaIsMade() {
        try (OpenWarehouse open = open()) {
            TableName table = new TableName("My schema", "order");
            Step step = new Step.Materialize(
                    new Address("order"),
                    table,
                    "SELECT 1 AS a",
                    Step.How.TABLE,
                    Optional.empty(),
                    List.of(),
                    "asked for");

            run(open, List.of(step));

            assertThat(open.rows("SELECT a FROM \"My schema\".\"order\"")).containsExactly("1");
        }
    }

    private static List<Step> fullBuild(String select) {
        List<LedgerChange> ledger =
                List.of(new LedgerChange.Forgotten(new Address("m")), deployed("m"), built("m", may(1, 3)));
        return List.of(materialize("m", select, Step.How.TABLE, ledger));
    }

    private OpenWarehouse open() {
        return OpenWarehouse.open(directory.resolve("w.duckdb"));
    }

    private RunSummary run(OpenWarehouse open, List<Step> steps) {
        return new PlanExecutor(model -> Set.of())
                .execute(
                        HandMadePlan.of(steps), open.warehouse, open.ledger, context("r" + events.size()), events::add);
    }
}
