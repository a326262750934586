package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.CredentialStore;
import dev.smelt.model.Credentials;
import dev.smelt.model.ServerReference;
import dev.smelt.model.Target;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose {@code server_id} gives the key that its file is encrypted with. */
class EncryptedWarehouseTest {
    private static final String KEY = "it's a key; with 'quotes'";
    private static final Map<String, String> BUILT_IN = Map.of("force_mbedtls_unsafe", "true");
    private static final Optional<ServerReference> SERVER =
            Optional.of(new ServerReference("lake", new Place("smelt.yml", 4, 60)));

    @TempDir
    private Path directory;

    @Test
    void is_written_and_read_like_any_other_and_shows_nothing_to_who_has_no_key() throws Exception {
        try (Warehouse warehouse = open(BUILT_IN, SERVER, KEY, Access.WRITE)) {
            write(warehouse, "CREATE SCHEMA s", "CREATE TABLE s.t AS SELECT 'plain to see' AS a");
            write(warehouse, "CREATE VIEW main.v AS SELECT a FROM s.t");
            new DuckDbLedger(warehouse, "main").read();
            assertThat(warehouse.catalogue().relations()).hasSize(2);
            assertThat(everyByte()).doesNotContain("plain to see").doesNotContain(KEY);
        }
        try (Warehouse one = open(Map.of(), SERVER, KEY, Access.READ);
                Warehouse another = open(Map.of(), SERVER, KEY, Access.READ);
                Scratch scratch = another.scratch()) {
            assertThat(one.query("SELECT a FROM v", 1))
                    .containsExactly(new Cells(List.of(Optional.of("plain to see"))));
            assertThat(one.catalogue()).isEqualTo(another.catalogue());
            scratch.create("copy", "SELECT a FROM s.t");
            assertThat(scratch.query("SELECT a FROM temp.copy", 2)).hasSize(1);
        }
        assertThat(everyByte()).doesNotContain("plain to see").doesNotContain(KEY);
    }

    @Test
    void what_does_not_fit_into_memory_is_encrypted_too() throws Exception {
        Map<String, String> small = Map.of("force_mbedtls_unsafe", "true", "memory_limit", "60MB", "threads", "1");
        try (Warehouse warehouse = open(small, SERVER, KEY, Access.WRITE)) {
            assertThat(warehouse.query("SELECT current_setting('temp_file_encryption')", 1))
                    .containsExactly(new Cells(List.of(Optional.of("true"))));
        }
    }

    @Test
    void another_key_is_refused() throws Exception {
        open(BUILT_IN, SERVER, KEY, Access.WRITE).close();
        assertThat(refusal(BUILT_IN, SERVER, "guessed", Access.WRITE))
                .startsWith("smelt.yml:4:60: The password of server 'lake' is not the key that " + database())
                .contains("SMELT-L008")
                .doesNotContain("guessed");
        assertThat(refusal(Map.of(), SERVER, "guessed", Access.READ)).contains("SMELT-L008");
    }

    @Test
    void no_key_is_refused() {
        open(BUILT_IN, SERVER, KEY, Access.WRITE).close();
        assertThat(refusal(Map.of(), Optional.empty(), KEY, Access.READ))
                .contains("is encrypted, and target 'dev' names no key. Add 'server_id:'")
                .contains("SMELT-L009");
    }

    @Test
    void a_file_that_is_not_encrypted_is_not_taken_for_one() throws Exception {
        try (Warehouse warehouse = open(Map.of(), Optional.empty(), KEY, Access.WRITE)) {
            write(warehouse, "CREATE TABLE t AS SELECT 1 AS a");
        }
        byte[] before = Files.readAllBytes(database());
        assertThat(refusal(BUILT_IN, SERVER, KEY, Access.WRITE))
                .contains("but that warehouse is not encrypted. Remove 'server_id'")
                .contains("SMELT-L012");
        assertThat(Files.readAllBytes(database())).isEqualTo(before);
    }

    /** Where this machine has DuckDB's extension httpfs the file is written: both are right. */
    @Test
    void without_a_cipher_that_can_write_nothing_is_made() {
        try {
            open(Map.of(), SERVER, KEY, Access.WRITE).close();
            assertThat(refusal(Map.of(), SERVER, "guessed", Access.WRITE)).contains("SMELT-L008");
        } catch (SmeltException refused) {
            assertThat(refused)
                    .hasMessageContaining("Install it once for this version of DuckDB (INSTALL httpfs), or add")
                    .hasMessageContaining("SMELT-L013");
            assertThat(database()).doesNotExist();
        }
    }

    @Test
    void looking_at_a_file_that_is_missing_needs_no_key() {
        Target target = target(Map.of(), SERVER);
        DuckDbWarehouse.open(target, CredentialStore.NONE, Access.READ, ZoneOffset.UTC, Duration.ZERO, "test")
                .close();
        assertThat(database()).doesNotExist();
    }

    @Test
    void credentials_do_not_show() {
        assertThat(new Credentials(Optional.of("ann"), KEY)).asString().isEqualTo("Credentials[hidden]");
    }

    private String refusal(Map<String, String> settings, Optional<ServerReference> server, String key, Access access) {
        return catchThrowableOfType(
                        SmeltException.class,
                        () -> open(settings, server, key, access).close())
                .getMessage();
    }

    private Warehouse open(Map<String, String> settings, Optional<ServerReference> server, String key, Access access) {
        return DuckDbWarehouse.open(
                target(settings, server),
                named -> new Credentials(Optional.empty(), key),
                access,
                ZoneOffset.UTC,
                Duration.ZERO,
                "test");
    }

    private Target target(Map<String, String> settings, Optional<ServerReference> server) {
        return new Target("dev", "duckdb", database(), "main", settings, server);
    }

    private Path database() {
        return directory.resolve("dev.duckdb");
    }

    private static void write(Warehouse warehouse, String... statements) {
        try (Transaction transaction = warehouse.begin()) {
            Stream.of(statements).forEach(transaction::execute);
            transaction.commit();
        }
    }

    private String everyByte() throws IOException {
        StringBuilder bytes = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return bytes.toString();
    }
}
