package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.run.RunSummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills a real process at any instant of a command. What it leaves is at the boundary of a step, data and ledger agree, and
 * the same command (or a resumed one) completes the job.
 *
 * <p>{@code -Dsmelt.torture.kills=500} kills more often, {@code -Dsmelt.torture.from=217} begins at a later kill of the same
 * series, and {@code -Dsmelt.torture.seed} begins another series: every kill has random numbers of its own, so that one that
 * found something can be done again.
 */
class TortureTest {
    private static final int KILLS = Integer.getInteger("smelt.torture.kills", 40);
    private static final int FROM = Integer.getInteger("smelt.torture.from", 0);
    private static final long SEED = Long.getLong("smelt.torture.seed", 20260501L);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(TortureScenario.class)
    void killed_at_any_instant(TortureScenario scenario) throws Exception {
        Path template = Files.createDirectory(directory.resolve("template"));
        UserProject original = scenario.make(template);
        WarehouseState before = WarehouseState.of(original);
        Path reference = copy(template, "reference");
        UserProject undying = UserProject.existing(reference).at("2026-06-01T00:00:00Z");
        WarehouseState after = reference(scenario, template, undying);
        List<String> settled = settled(undying);
        Undisturbed undisturbed = undisturbed(scenario, template);
        TreeMap<String, Integer> hits = new TreeMap<>();
        int share = (KILLS + TortureScenario.values().length - 1) / TortureScenario.values().length;

        for (int i = FROM; i < share; i++) {
            String name = scenario + " kill " + i + " of seed " + SEED;
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + scenario.ordinal() * 100_003L + i);
            Path copy = copy(template, "kill");
            UserProject killed = UserProject.existing(copy).at("2026-06-01T00:00:00Z");
            kill(scenario, copy, random, undisturbed);

            WarehouseState left = WarehouseState.of(killed);
            boolean begun = left.runs() > before.runs();
            assertThat(left.disagreements(before, after, begun)).as(name).isEmpty();
            hits.merge(
                    begun ? done(left) + " of " + left.steps().size() + " steps" : "before the first step",
                    1,
                    Integer::sum);

            complete(scenario, killed, random.nextBoolean(), name);
            WarehouseState completed = WarehouseState.of(killed);
            assertThat(completed.days()).as(name).isEqualTo(after.days());
            assertThat(completed.tables()).as(name).isEqualTo(after.tables());
            assertThat(settled(killed)).as(name).isEqualTo(settled);
            assertThat(files(copy)).as(name).containsExactly("warehouse.duckdb", "warehouse.duckdb.smelt-lock");
            delete(copy);
        }
        System.out.println(scenario + ": " + (share - FROM) + " kills, undisturbed " + undisturbed.length() / 1_000_000
                + " ms, left " + hits);
    }

    /** The command undisturbed, and proof that it gives what a full rebuild of the same inputs gives. */
    private WarehouseState reference(TortureScenario scenario, Path template, UserProject project) throws IOException {
        assertThat(scenario.run(project, event -> {}).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        WarehouseState after = WarehouseState.of(project);
        if (scenario != TortureScenario.SEED) {
            Path fresh = copy(template, "full");
            UserProject rebuilt = UserProject.existing(fresh).at("2026-06-01T00:00:00Z");
            rebuilt.sql("DROP SCHEMA IF EXISTS _smelt CASCADE");
            rebuilt.rows("SELECT table_type, table_name FROM information_schema.tables WHERE table_schema = 'main'")
                    .forEach(made -> rebuilt.sql("DROP " + made.replace("BASE ", "") + " CASCADE"));
            rebuilt.run(new BuildRequest.Auto(false));
            WarehouseState full = WarehouseState.of(rebuilt);
            after.days().forEach((day, rows) -> assertThat(full.days()).containsEntry(day, rows));
            delete(fresh);
        }
        return after;
    }

    /** What the ledger says of all partitions once there is nothing left to repair. */
    private static List<String> settled(UserProject project) {
        project.run(new BuildRequest.Auto(false));
        List<String> partitions = WarehouseState.of(project).partitions();
        assertThat(partitions).noneMatch(partition -> !partition.endsWith(" "));
        return partitions;
    }

    /**
     * When the command said what, if nobody disturbs it.
     *
     * @param at nanoseconds from its first word, {@code ready}; the last one is {@code end}
     */
    private record Undisturbed(List<Long> at) {
        long length() {
            return at.get(at.size() - 1);
        }

        long after(int word) {
            return at.get(word + 1) - at.get(word);
        }
    }

    private Undisturbed undisturbed(TortureScenario scenario, Path template) throws IOException, InterruptedException {
        Path copy = copy(template, "undisturbed");
        Process child = start(scenario, copy);
        List<String> said = new ArrayList<>();
        List<Long> at = new ArrayList<>();
        try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                said.add(line);
                at.add(System.nanoTime());
            }
        }
        assertThat(child.waitFor()).as("%s", said).isZero();
        assertThat(said).startsWith("ready").endsWith("end");
        delete(copy);
        return new Undisturbed(at.stream().map(nanos -> nanos - at.get(0)).toList());
    }

    /**
     * A quarter of the kills is spread over the time that the command takes, most of which is thinking; the others come
     * somewhere between two words.
     */
    private void kill(TortureScenario scenario, Path copy, SplittableRandom random, Undisturbed undisturbed)
            throws IOException, InterruptedException {
        boolean anywhere = random.nextInt(4) == 0;
        int word = anywhere ? 0 : random.nextInt(undisturbed.at().size() - 1);
        long within = anywhere ? undisturbed.length() : undisturbed.after(word);
        long pause = (long) (within * random.nextDouble());
        Process child = start(scenario, copy);
        try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = new ArrayList<>();
            while (said.size() <= word) {
                String line = reader.readLine();
                assertThat(line)
                        .as("the child goes on until it is killed; it said %s", said)
                        .isNotNull();
                said.add(line);
            }
            Thread.sleep(pause / 1_000_000, (int) (pause % 1_000_000));
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    private static void complete(TortureScenario scenario, UserProject project, boolean resumeFirst, String name) {
        if (resumeFirst && scenario != TortureScenario.SEED) {
            try {
                assertThat(project.run(new BuildRequest.Resume()).outcome())
                        .as(name)
                        .isEqualTo(RunSummary.Outcome.SUCCEEDED);
            } catch (SmeltException notBegun) {
                assertThat(notBegun).as(name).hasMessageContaining("SMELT-P071");
            }
        }
        assertThat(scenario.run(project, event -> {}).outcome()).as(name).isEqualTo(RunSummary.Outcome.SUCCEEDED);
    }

    private static long done(WarehouseState state) {
        return state.steps().stream().filter(step -> !step.endsWith("PLANNED")).count();
    }

    private static Process start(TortureScenario scenario, Path copy) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-Djava.io.tmpdir=" + Files.createDirectories(copy.resolve("tmp")),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TortureChild.class.getName(),
                        scenario.name(),
                        copy.toString())
                .redirectErrorStream(true)
                .start();
    }

    /** What lies beside the database, what the project and the driver's own directory hold apart. */
    private static List<String> files(Path project) throws IOException {
        try (Stream<Path> files = Files.list(project)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("warehouse"))
                    .sorted()
                    .toList();
        }
    }

    private Path copy(Path template, String name) throws IOException {
        Path copy = directory.resolve(name);
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(template.relativize(file).toString()));
            }
        }
        return copy;
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
