package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.PlanRequest;
import dev.smelt.project.Starter;
import dev.smelt.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project that {@code smelt:init} writes. */
class StarterTest {

    @TempDir
    private Path directory;

    @Test
    void what_is_written_is_valid_and_runs() {
        Starter.Written written = Starter.write(directory, "0.1.0");

        assertThat(written.pomWritten()).isTrue();
        assertThat(written.files())
                .allSatisfy(file -> assertThat(directory.resolve(file)).isRegularFile());
        try (Smelt smelt = smelt()) {
            assertThat(smelt.validate(Selectors.ALL).all()).isEmpty();
            assertThat(smelt.test(Selectors.ALL).summary()).isEqualTo("1 test: 1 passed");
            assertThat(smelt.seed(Selectors.ALL, event -> {}).exception()).isEmpty();
            RunSummary done = smelt.run(
                    new BuildRequest(Selectors.ALL, new BuildRequest.Auto(false), PlanRequest.Options.DEFAULT),
                    event -> {});
            assertThat(done.exception()).isEmpty();
            assertThat(done.models())
                    .extracting(model -> model.model().path())
                    .containsExactlyInAnyOrder("silver.paid_orders", "gold.weekly_customers");
            assertThat(smelt.check(Selectors.ALL).summary()).isEqualTo("1 check: 1 passed");
        }
        assertThat(directory.resolve("warehouse.duckdb")).exists();
    }

    @Test
    void leaves_a_pom_as_it_is() throws Exception {
        Files.writeString(directory.resolve("pom.xml"), "<project/>");

        assertThat(Starter.write(directory, "0.1.0").pomWritten()).isFalse();
        assertThat(directory.resolve("pom.xml")).hasContent("<project/>");
    }

    @Test
    void keeps_the_warehouse_out_of_version_control() throws Exception {
        Starter.write(directory, "0.1.0");

        assertThat(directory.resolve(".gitignore")).content().contains("/target/", "/warehouse.duckdb*");
    }

    @Test
    void writes_nothing_where_anything_would_be_overwritten() throws Exception {
        Path model = directory.resolve("src/main/smelt/models/silver/paid_orders.sql");
        Files.createDirectories(model.getParent());
        Files.writeString(model, "SELECT 1");

        assertThatThrownBy(() -> Starter.write(directory, "0.1.0")).isInstanceOfSatisfying(SmeltException.class, e -> {
            assertThat(e.kind()).isEqualTo(SmeltException.Kind.PROJECT);
            assertThat(e).hasMessageContaining("src/main/smelt/models/silver/paid_orders.sql");
        });
        assertThat(directory.resolve("pom.xml")).doesNotExist();
        assertThat(model).hasContent("SELECT 1");
    }

    @Test
    void says_which_version_of_the_plugin_a_new_pom_uses() throws Exception {
        Starter.write(directory, "1.2.3");

        assertThat(Files.readString(directory.resolve("pom.xml"))).contains("<version>1.2.3</version>");
        assertThat(List.of(Files.readString(directory.resolve("src/main/smelt/smelt.yml"))))
                .noneMatch(text -> text.contains("@"));
        assertThat(directory.resolve("src/main/smelt/schemas/smelt.schema.json"))
                .isNotEmptyFile();
    }

    private Smelt smelt() {
        Instant now = Instant.parse("2026-06-01T00:00:00Z");
        return Smelt.open(new SmeltSettings(
                directory.resolve("src/main/smelt"),
                "dev",
                Optional.empty(),
                Map.of(),
                now,
                Clock.fixed(now, ZoneOffset.UTC),
                "run",
                Duration.ZERO));
    }
}
