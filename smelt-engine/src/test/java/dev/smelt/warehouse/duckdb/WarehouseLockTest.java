package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Target;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may have a warehouse file open beside whom: threads, class loaders, processes. */
class WarehouseLockTest {
    @TempDir
    private Path directory;

    private Path database;

    @BeforeEach
    void makeWarehouse() {
        database = directory.resolve("dev.duckdb");
        try (Warehouse warehouse = OtherProcess.open(database, Access.WRITE);
                Transaction transaction = warehouse.begin()) {
            transaction.execute("CREATE TABLE a (i BIGINT)");
            transaction.execute("CREATE TABLE b (i BIGINT)");
            transaction.commit();
        }
    }

    @Test
    void a_second_writer_of_this_jvm_is_refused_with_file_owner_and_advice() {
        Warehouse first = DuckDbWarehouse.open(
                OtherProcess.target(database), Access.WRITE, ZoneOffset.UTC, Duration.ZERO, "smelt:run");
        try (first) {
            assertThatThrownBy(() -> OtherProcess.open(database, Access.WRITE))
                    .isInstanceOf(SmeltException.class)
                    .hasMessage("The warehouse " + database + " is in use by process "
                            + ProcessHandle.current().pid() + " (smelt:run); nothing was read or written."
                            + " Wait until it ends or end it, then run this again. [SMELT-L002]");
            assertThatThrownBy(() -> OtherProcess.open(database, Access.READ)).isInstanceOf(SmeltException.class);
        }
        OtherProcess.open(database, Access.WRITE).close();
    }

    @Test
    void a_writer_waits_as_long_as_it_was_told_to() throws Exception {
        Warehouse first = OtherProcess.open(database, Access.WRITE);
        Thread ends = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            first.close();
        });
        ends.start();
        Target target = OtherProcess.target(database);
        try (Warehouse second =
                DuckDbWarehouse.open(target, Access.WRITE, ZoneOffset.UTC, Duration.ofMinutes(1), "second")) {
            assertThat(second.query("SELECT 1", 1)).hasSize(1);
        }
        ends.join();
    }

    @Test
    void many_read_at_once_and_keep_a_writer_out() throws Exception {
        try (Warehouse one = OtherProcess.open(database, Access.READ);
                OtherProcess other = OtherProcess.start("hold-reading", database)) {
            assertThat(other.line()).isEqualTo("holding");
            OtherProcess.open(database, Access.READ).close();
            assertThat(one.catalogue().relations()).hasSize(2);
            assertThatThrownBy(() -> OtherProcess.open(database, Access.WRITE))
                    .hasMessageContaining("is in use by a build that reads it");
            one.close();
            assertThatThrownBy(() -> OtherProcess.open(database, Access.WRITE)).isInstanceOf(SmeltException.class);
            other.release();
            OtherProcess.open(database, Access.WRITE).close();
        }
    }

    @Test
    void another_process_is_refused_in_both_directions_and_a_closed_warehouse_is_free() throws Exception {
        Warehouse here = OtherProcess.open(database, Access.WRITE);
        try (here;
                OtherProcess writes = OtherProcess.start("write", database);
                OtherProcess reads = OtherProcess.start("read", database)) {
            assertThat(List.of(writes.line(), reads.line()))
                    .allSatisfy(said -> assertThat(said)
                            .contains(database + " is in use by process "
                                    + ProcessHandle.current().pid() + " (test)"));
        }
        try (OtherProcess holds = OtherProcess.start("hold", database)) {
            assertThat(holds.line()).isEqualTo("holding");
            assertThatThrownBy(() -> OtherProcess.open(database, Access.READ))
                    .hasMessageContaining("is in use by process " + holds.pid() + " (test)");
        }
    }

    @Test
    void a_tool_that_does_not_know_our_lock_is_named_by_its_process() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).resolve("link.duckdb");
        Files.createLink(elsewhere, database);
        try (OtherProcess holds = OtherProcess.start("hold", elsewhere)) {
            assertThat(holds.line()).isEqualTo("holding");
            assertThatThrownBy(() -> OtherProcess.open(database, Access.WRITE))
                    .hasMessageContaining(database + " is in use by process " + holds.pid() + "; nothing");
        }
    }

    @Test
    void a_killed_writer_leaves_a_file_that_agrees_with_itself_and_a_free_lock() throws Exception {
        long acknowledged = 0;
        try (OtherProcess writes = OtherProcess.start("count up", database)) {
            for (int i = 1; i <= 20; i++) {
                assertThat(writes.line()).isEqualTo("committed " + i);
                acknowledged = i;
            }
            writes.kill();
        }
        for (Access access : List.of(Access.READ, Access.WRITE)) {
            try (Warehouse warehouse = OtherProcess.open(database, access)) {
                long last = warehouse.query("SELECT max(i) FROM b", 1).get(0).number(0);
                assertThat(last).isGreaterThanOrEqualTo(acknowledged);
                assertThat(warehouse
                                .query("SELECT count(*), count(DISTINCT i), max(i) FROM a", 1)
                                .get(0))
                        .satisfies(cells -> {
                            assertThat(cells.number(0)).isEqualTo(2000 * last);
                            assertThat(cells.number(1)).isEqualTo(last);
                            assertThat(cells.number(2)).isEqualTo(last);
                        });
            }
        }
    }

    @Test
    void a_lock_file_that_was_deleted_is_made_again_and_locks_again() throws Exception {
        Files.delete(directory.resolve("dev.duckdb.smelt-lock"));
        try (Warehouse warehouse = OtherProcess.open(database, Access.WRITE);
                OtherProcess other = OtherProcess.start("write", database)) {
            assertThat(other.line()).contains("is in use by process");
            assertThat(directory.resolve("dev.duckdb.smelt-lock")).exists();
        }
    }

    /** Each realm of a plugin has a DuckDB of its own, and two of them on one file lose writes without a word. */
    @Test
    void a_second_realm_of_this_jvm_is_refused_and_no_write_is_lost() throws Exception {
        try (URLClassLoader one = realm();
                URLClassLoader other = realm()) {
            AutoCloseable first = openIn(one, database, "WRITE");
            assertThat(first.getClass()).isNotEqualTo(DuckDbWarehouse.class);
            for (String access : List.of("WRITE", "READ")) {
                assertThatThrownBy(() -> openIn(other, database, access))
                        .hasMessageContaining("is in use by process "
                                + ProcessHandle.current().pid() + " (realm)");
            }
            write(first, 1);
            first.close();
            AutoCloseable second = openIn(other, database, "WRITE");
            write(second, 2);
            second.close();
        }
        try (Warehouse warehouse = OtherProcess.open(database, Access.READ)) {
            assertThat(warehouse.query("SELECT i FROM b ORDER BY i", 9))
                    .extracting(cells -> cells.number(0))
                    .containsExactly(1L, 2L);
        }
    }

    @Test
    void realms_read_side_by_side() throws Exception {
        try (URLClassLoader other = realm();
                Warehouse here = OtherProcess.open(database, Access.READ);
                AutoCloseable there = openIn(other, database, "READ")) {
            assertThat(there).isNotNull();
            assertThat(here.catalogue().relations()).hasSize(2);
            assertThatThrownBy(() -> OtherProcess.open(database, Access.WRITE)).isInstanceOf(SmeltException.class);
        }
    }

    private static void write(AutoCloseable warehouse, int number) throws Exception {
        AutoCloseable transaction = (AutoCloseable) method(warehouse, "begin").invoke(warehouse);
        method(transaction, "execute").invoke(transaction, "INSERT INTO b VALUES (" + number + ")");
        method(transaction, "commit").invoke(transaction);
        transaction.close();
    }

    private static Method method(Object object, String name) {
        for (Class<?> port : object.getClass().getInterfaces()) {
            for (Method method : port.getMethods()) {
                if (method.getName().equals(name)) {
                    return method;
                }
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static URLClassLoader realm() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static AutoCloseable openIn(ClassLoader realm, Path database, String access) throws Exception {
        Class<?> targetClass = realm.loadClass(Target.class.getName());
        Class<?> accessClass = realm.loadClass(Access.class.getName());
        Object target = targetClass.getConstructors()[0].newInstance("dev", "duckdb", database, "main", Map.of());
        Object wanted = accessClass.getMethod("valueOf", String.class).invoke(null, access);
        Method open = realm.loadClass(DuckDbWarehouse.class.getName())
                .getMethod("open", targetClass, accessClass, java.time.ZoneId.class, Duration.class, String.class);
        try {
            return (AutoCloseable) open.invoke(null, target, wanted, ZoneOffset.UTC, Duration.ZERO, "realm");
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
