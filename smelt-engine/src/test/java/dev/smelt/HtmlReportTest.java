package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.report.html.HtmlReport;
import dev.smelt.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about a small project, at the stations of its life. */
class HtmlReportTest {

    private static final String CLOCKED = """
            ---
            description: Totals of a day, "<b>by day</b>" & nothing else
            materialization: table
            refresh: incremental
            timeseries: {partition_column: d, granularity: day}
            ---
            """;

    @TempDir
    private Path project;

    @BeforeEach
    void projectWithASeed() throws Exception {
        write("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb, database: shop.duckdb, schema: main}
                """);
        write("models/orders.csv", "d,amount\n2026-05-01,10\n2026-05-02,5\n2026-05-03,3\n2026-05-04,1\n");
        write("models/orders.yml", """
                name: raw.orders
                columns:
                  - {name: d, type: DATE}
                  - {name: amount, type: INTEGER}
                timeseries: {partition_column: d, granularity: day}
                """);
        write("models/daily.sql", CLOCKED + "SELECT d, SUM(amount) AS total FROM smelt.orders GROUP BY d\n");
        write("models/gold/recent.sql", CLOCKED + "SELECT d, total FROM smelt.daily\n");
    }

    @Test
    void needs_no_network_and_no_script_and_makes_no_warehouse() {
        String page = page();

        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .doesNotContain("http:", "https:", "<script", " src=", "@import", "url(//");
        assertThat(page).contains("There is no warehouse yet").contains("not built");
        assertThat(project.resolve("shop.duckdb")).doesNotExist();
    }

    @Test
    void what_a_project_says_is_text_and_never_markup() {
        assertThat(page())
                .contains("&quot;&lt;b&gt;by day&lt;/b&gt;&quot; &amp; nothing else")
                .doesNotContain("<b>by day");
    }

    @Test
    void draws_seed_and_models_with_links_to_their_cards() {
        assertThat(page())
                .contains("<title>orders: seed</title>")
                .contains("<a href=\"#model-gold.recent\">")
                .contains("id=\"model-gold.recent\"");
    }

    @Test
    void shows_holes_and_stale_ranges_with_the_reason() {
        seed();
        build("daily", "2026-05-01", "2026-05-02");
        build("daily", "2026-05-03", "2026-05-05");
        assertThat(page())
                .contains("<b class=\"hole\">missing</b> <code class=\"\">[2026-05-02, 2026-05-03)</code>")
                .contains("<rect class=\"cell hole\" x=\"25.000%\"");

        run(new BuildRequest.Auto(false));
        build("daily", "2026-05-02", "2026-05-03");
        assertThat(page())
                .doesNotContain(">missing</b>")
                .contains("<b class=\"stale\">stale</b> <code class=\"\">[2026-05-02, 2026-05-03)</code>: daily")
                .contains("cell stale");
    }

    @Test
    void shows_the_windows_with_the_clauses_that_prove_them() throws Exception {
        write("models/gold/recent.sql", CLOCKED + """
                SELECT a.d, SUM(b.total) AS total
                FROM smelt.daily AS a
                JOIN smelt.daily AS b ON b.d BETWEEN a.d - INTERVAL '2 days' AND a.d
                GROUP BY a.d
                """);

        assertThat(page())
                .contains("[P - 2 days, P]")
                .contains("b.d BETWEEN a.d - INTERVAL &#39;2 days&#39; AND a.d")
                .contains("models/gold/recent.sql:9:");
    }

    @Test
    void shows_what_the_next_run_would_change_and_what_ran_last() throws Exception {
        seed();
        run(new BuildRequest.Auto(false));
        write("models/daily.sql", CLOCKED + """
                SELECT d, SUM(amount) AS total, MIN(amount) AS least FROM smelt.orders GROUP BY d
                """);

        assertThat(page())
                .contains("ADD COLUMN least INTEGER NULL")
                .contains("ALTER TABLE")
                .contains("<b class=\"\">report</b> <code class=\"\">select=all auto")
                .contains("<span class=\"badge fresh\">succeeded</span>");
    }

    @Test
    void shows_changed_logic_and_the_history_that_it_makes_stale() throws Exception {
        seed();
        run(new BuildRequest.Auto(false));
        write("models/daily.sql", CLOCKED + "SELECT d, SUM(amount) * 2 AS total FROM smelt.orders GROUP BY d\n");

        assertThat(page())
                .contains("LOGIC total: SUM(amount) -&gt; SUM(amount) * 2")
                .contains("badge stale\">logic");
    }

    @Test
    void shows_what_is_broken_instead_of_failing() throws Exception {
        write("models/daily.sql", CLOCKED + "SELECT d, SUM(price) AS total FROM smelt.orders GROUP BY d\n");

        assertThat(page()).contains("badge bad\">broken").contains("price");
    }

    private String page() {
        try (Smelt smelt = smelt()) {
            return HtmlReport.render(smelt.picture(Selectors.ALL));
        }
    }

    private void build(String model, String start, String end) {
        run(Selectors.of(model), new BuildRequest.Backbuild(start, end));
    }

    private void run(BuildRequest.Ask ask) {
        run(Selectors.ALL, ask);
    }

    private void run(Selectors selectors, BuildRequest.Ask ask) {
        try (Smelt smelt = smelt()) {
            RunSummary done = smelt.run(
                    new BuildRequest(selectors, ask, dev.smelt.plan.PlanRequest.Options.DEFAULT), event -> {});
            assertThat(done.exception()).isEmpty();
        }
    }

    private void seed() {
        try (Smelt smelt = smelt()) {
            assertThat(smelt.seed(Selectors.ALL, event -> {}).exception()).isEmpty();
        }
    }

    private Smelt smelt() {
        Instant now = Instant.parse("2026-06-01T00:00:00Z");
        return Smelt.open(new SmeltSettings(
                project,
                "dev",
                Optional.empty(),
                Map.of(),
                now,
                Clock.fixed(now, ZoneOffset.UTC),
                "report",
                Duration.ZERO));
    }

    private void write(String file, String text) throws Exception {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
