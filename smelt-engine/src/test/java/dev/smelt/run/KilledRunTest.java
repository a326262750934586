package dev.smelt.run;

import static dev.smelt.run.HandMadePlan.built;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed in the middle of a run leaves data and ledger in agreement, at the end of a step. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KilledRunTest {
    private static final long GROWN = 4_000_000;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void aTableWithOneBuiltDay() {
        file = directory.resolve("w.duckdb");
        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            new PlanExecutor(model -> Set.of())
                    .execute(
                            HandMadePlan.of(
                                    HandMadePlan.emptyTable("m", "SELECT DATE '2026-05-01' AS d, hash(1) AS v")),
                            open.warehouse,
                            open.ledger,
                            HandMadePlan.context("first"),
                            event -> {});
            new PlanExecutor(model -> Set.of())
                    .execute(
                            HandMadePlan.of(
                                    HandMadePlan.dailyChunks("m", "SELECT DATE '2026-05-02' AS d, hash(2) AS v", 2, 3)),
                            open.warehouse,
                            open.ledger,
                            HandMadePlan.context("second"),
                            event -> {});
        }
    }

    @Test
    void inTheMiddleOfAChunk() throws Exception {
        kill("endless chunk", "ChunkFinished", 1, GROWN);

        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            assertThat(open.rows("SELECT d, count(*) FROM m GROUP BY d ORDER BY d"))
                    .containsExactly("2026-05-01|" + KilledRun.ROWS_PER_DAY, "2026-05-02|1");
            assertThat(built(open, "m")).containsExactly("[2026-05-01, 2026-05-03)");
            assertThat(open.ledger.runs(1).get(0).outcome()).isEqualTo("running");
        }
    }

    @Test
    void inTheMiddleOfARebuild() throws Exception {
        kill("endless rebuild", "StepStarted", 1, GROWN);

        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            assertThat(open.rows("SELECT d, v = hash(2) FROM m")).containsExactly("2026-05-02|true");
            assertThat(built(open, "m")).containsExactly("[2026-05-02, 2026-05-03)");
            assertThat(open.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name <> '_smelt'"))
                    .containsExactly("m");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 19})
    void atAnyInstantBetweenChunksAndTheSamePlanFinishesTheJob(int chunks) throws Exception {
        kill("month", "ChunkFinished", chunks, 0);

        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            List<String> data = open.rows("SELECT d, count(*) FROM m GROUP BY d ORDER BY d");
            assertThat(data.size()).isGreaterThanOrEqualTo(chunks);
            assertThat(recorded(open)).isEqualTo(data);
            assertThat(data).allMatch(day -> day.endsWith("|" + KilledRun.ROWS_PER_DAY));

            RunSummary summary = new PlanExecutor(model -> Set.of())
                    .execute(
                            KilledRun.plan("month"),
                            open.warehouse,
                            open.ledger,
                            HandMadePlan.context("again"),
                            event -> {});

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(built(open, "m")).containsExactly("[2026-05-01, 2026-06-01)");
            assertThat(open.rows("SELECT count(*) FROM m")).containsExactly("" + 31 * KilledRun.ROWS_PER_DAY);
        }
    }

    private static List<String> recorded(OpenWarehouse open) {
        List<PartitionState> partitions =
                open.ledger.read().model(new Address("m")).orElseThrow().partitions();
        return partitions.stream()
                .map(each -> Granularity.DAY.format(each.range().start()) + "|" + each.rows())
                .toList();
    }

    /** Kills the run once it has said a word so many times and its files have grown by so many bytes. */
    private void kill(String plan, String word, int times, long growth) throws IOException, InterruptedException {
        long before = size();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledRun.class.getName(),
                        file.toString(),
                        plan)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            int heard = 0;
            while (heard < times) {
                String line = said.readLine();
                assertThat(line).as("the run goes on until it is killed").isNotNull();
                heard += line.equals(word) ? 1 : 0;
            }
            while (process.isAlive() && size() < before + growth) {
                Thread.sleep(20);
            }
            assertThat(growth == 0 || process.isAlive())
                    .as("killed while at work")
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private long size() throws IOException {
        Path log = file.resolveSibling(file.getFileName() + ".wal");
        return Files.size(file) + (Files.exists(log) ? Files.size(log) : 0);
    }
}
