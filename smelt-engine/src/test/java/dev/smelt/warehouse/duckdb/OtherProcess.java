package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Target;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;

/** A second JVM that uses the same warehouse file; what it says comes over its standard output, line by line. */
public final class OtherProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader says;

    private OtherProcess(Process process) {
        this.process = process;
        this.says = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static OtherProcess start(String task, Path database) throws IOException {
        return new OtherProcess(new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        task,
                        database.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public String line() throws IOException {
        return says.readLine();
    }

    public long pid() {
        return process.pid();
    }

    /** {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Lets a holding process end by itself. */
    public void release() throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    static Target target(Path database) {
        return new Target("dev", "duckdb", database, "main", Map.of());
    }

    static Warehouse open(Path database, Access access) {
        return DuckDbWarehouse.open(target(database), access, ZoneOffset.UTC, Duration.ZERO, "test");
    }

    public static void main(String[] arguments) throws IOException {
        Path database = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "write" -> attempt(database, Access.WRITE);
            case "read" -> attempt(database, Access.READ);
            case "hold" -> {
                try (Warehouse held = open(database, Access.WRITE)) {
                    say("holding");
                    waitForTheEndOfInput();
                }
            }
            case "hold-reading" -> {
                try (Warehouse held = open(database, Access.READ)) {
                    say("holding");
                    waitForTheEndOfInput();
                }
            }
            case "count up" -> countUp(database);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void attempt(Path database, Access access) {
        try (Warehouse opened = open(database, access)) {
            say("opened");
        } catch (SmeltException e) {
            say(e.getMessage());
        }
    }

    /** Transactions that each write the same number to two tables. */
    private static void countUp(Path database) {
        try (Warehouse warehouse = open(database, Access.WRITE)) {
            for (long i = 1; ; i++) {
                try (Transaction transaction = warehouse.begin()) {
                    transaction.execute("INSERT INTO a SELECT " + i + " FROM range(2000)");
                    transaction.execute("INSERT INTO b VALUES (" + i + ")");
                    transaction.commit();
                }
                say("committed " + i);
            }
        }
    }

    private static void waitForTheEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // until whoever started us lets go
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
