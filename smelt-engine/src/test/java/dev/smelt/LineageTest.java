package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.report.LineageJson;
import dev.smelt.report.LineageReport;
import dev.smelt.report.LineageText;
import dev.smelt.report.OpenLineageEvents;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code lineage} tells people, programs and catalogues of where columns come from. */
class LineageTest {
    @TempDir
    Path directory;

    private UserProject project;

    @BeforeEach
    void begin() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER, d DATE, cust INTEGER, qty INTEGER, price DOUBLE, state VARCHAR", "d")
                .source("customers", "cust INTEGER, Region VARCHAR, tier VARCHAR", "");
    }

    @Test
    void each_kind_of_use_is_told() {
        model("m", """
                SELECT
                    o.id AS number,
                    o.qty * o.price AS amount,
                    CASE WHEN c.tier = 'gold' THEN c.region ELSE 'none' END AS region,
                    SUM(o.qty) OVER (PARTITION BY o.cust ORDER BY o.d) AS so_far
                FROM smelt.sources.raw.orders o
                JOIN smelt.sources.raw.customers c ON o.cust = c.cust
                WHERE o.state <> 'void'""");

        assertThat(text("m"))
                .contains("Model: m\n  table main.m, reads sources.raw.orders, sources.raw.customers\n")
                .contains("  number INTEGER at models/m.sql:5:5\n    = o.id\n"
                        + "    from sources.raw.orders.id (identity)\n")
                .contains(
                        "    from sources.raw.orders.price (transformation), sources.raw.orders.qty (transformation)\n")
                .contains("    from sources.raw.customers.Region (transformation),"
                        + " sources.raw.customers.tier (conditional)\n")
                .contains("    from sources.raw.orders.cust (window), sources.raw.orders.d (window),"
                        + " sources.raw.orders.qty (aggregation)\n")
                .contains("  which rows there are is decided by sources.raw.customers.cust (join),"
                        + " sources.raw.orders.cust (join), sources.raw.orders.state (filter)\n");
    }

    @Test
    void groups_and_filters_of_aggregates_are_told_apart_from_values() {
        model("m", """
                SELECT cust, COUNT(*) AS n, MAX(price) FILTER (WHERE qty > 1) AS top, LAST(state ORDER BY d, id) AS last
                FROM smelt.sources.raw.orders GROUP BY cust HAVING SUM(qty) > 3""");

        assertThat(text("m"))
                .contains("    = COUNT(*)\n    from no column\n")
                .contains("    from sources.raw.orders.price (aggregation), sources.raw.orders.qty (filter)\n")
                .contains("    from sources.raw.orders.d (sort), sources.raw.orders.id (sort),"
                        + " sources.raw.orders.state (aggregation)\n")
                .contains("decided by sources.raw.orders.cust (group by), sources.raw.orders.qty (filter)\n");
    }

    @Test
    void a_column_is_followed_through_ctes_functions_and_set_operations() {
        project.write(
                "functions/priced.sql",
                "smelt.define priced(t: Table) -> Table AS (SELECT id, qty * price AS p FROM t)");
        model("m", """
                WITH a AS (SELECT id, p FROM smelt.functions.priced(smelt.sources.raw.orders)),
                     b AS (SELECT id, p FROM a UNION ALL SELECT cust, price FROM smelt.sources.raw.orders)
                SELECT id, p FROM b""");

        assertThat(text("m"))
                .contains("from sources.raw.orders.cust (identity), sources.raw.orders.id (identity)\n")
                .contains("from sources.raw.orders.price (identity, transformation),"
                        + " sources.raw.orders.qty (transformation)\n");
    }

    @Test
    void what_cannot_be_followed_is_any_column_and_every_column_in_events() {
        model("m", "SELECT * FROM (PIVOT smelt.sources.raw.customers ON tier IN ('gold') USING count(*)) AS p");

        assertThat(text("m")).contains("any column of sources.raw.customers (transformation)");
        assertThat(events("m").get(0).at("/outputs/0/facets/columnLineage/fields"))
                .allSatisfy(field -> assertThat(field.get("inputFields")).hasSize(3));
    }

    @Test
    void a_model_that_reads_a_model_names_the_model() {
        model("a", "SELECT id AS key FROM smelt.sources.raw.orders");
        model("b", "SELECT key + 1 AS next FROM smelt.a");

        assertThat(text("b")).contains("from a.key (transformation)");
        assertThat(lineage("").models())
                .extracting(each -> each.model().address().path())
                .containsExactly("a", "b");
    }

    @Test
    void programs_get_names_types_places_and_uses() {
        model("m", "SELECT qty * 2 AS twice FROM smelt.sources.raw.orders WHERE d > DATE '2026-01-01'");

        JsonNode m = new JsonMapper().readTree(LineageJson.render(lineage("m"))).at("/models/0");

        assertThat(m.at("/columns/0/expression").asString()).isEqualTo("qty * 2");
        assertThat(m.at("/columns/0/file").asString() + ":" + m.at("/columns/0/line"))
                .isEqualTo("models/m.sql:4");
        assertThat(m.at("/columns/0/inputs/0").toString())
                .isEqualTo("{\"name\":\"sources.raw.orders\",\"column\":\"qty\",\"uses\":[\"transformation\"]}");
        assertThat(m.at("/rows/0/uses/0").asString()).isEqualTo("filter");
    }

    @Test
    void an_event_names_tables_as_other_tools_do_and_says_how_each_column_is_used() {
        model("m", "SELECT qty * 2 AS twice FROM smelt.sources.raw.orders WHERE d > DATE '2026-01-01'");

        JsonNode event = events("m").get(0);

        assertThat(event.get("eventTime").asString()).isEqualTo("2026-07-01T00:00:00Z");
        assertThat(event.at("/job/name").asString()).isEqualTo("m");
        assertThat(event.at("/job/facets/sql/query").asString()).startsWith("SELECT qty * 2");
        assertThat(event.at("/inputs/0/name").asString()).isEqualTo("warehouse.raw.orders");
        assertThat(event.at("/inputs/0/namespace").asString()).isEqualTo("duckdb://" + project.database());
        assertThat(event.at("/inputs/0/facets/schema/fields")).hasSize(6);
        assertThat(event.at("/outputs/0/facets/columnLineage/fields/twice/inputFields/0")
                        .toString())
                .isEqualTo("{\"namespace\":\"duckdb://" + project.database() + "\",\"name\":\"warehouse.raw.orders\","
                        + "\"field\":\"qty\",\"transformations\":[{\"type\":\"DIRECT\",\"subtype\":\"TRANSFORMATION\","
                        + "\"description\":\"qty * 2\",\"masking\":false}]}");
        assertThat(event.at("/outputs/0/facets/columnLineage/dataset/0/transformations/0/subtype")
                        .asString())
                .isEqualTo("FILTER");
    }

    @Test
    void ephemeral_models_have_no_table_and_so_no_event() {
        project.write(
                "models/e.sql", "---\nmaterialization: ephemeral\n---\nSELECT id FROM smelt.sources.raw.orders\n");
        model("m", "SELECT id FROM smelt.e");

        assertThat(events(""))
                .extracting(event -> event.at("/job/name").asString())
                .containsExactly("m");
        assertThat(text("m")).contains("from sources.raw.orders.id (identity)");
    }

    @Test
    void the_same_project_gives_the_same_bytes() {
        model(
                "m",
                "SELECT o.id, c.region FROM smelt.sources.raw.orders o JOIN smelt.sources.raw.customers c USING (cust)");

        assertThat(OpenLineageEvents.render(lineage(""), Optional.of("duckdb://warehouse")))
                .isEqualTo(OpenLineageEvents.render(lineage(""), Optional.of("duckdb://warehouse")))
                .doesNotContain(directory.toString());
        assertThat(LineageJson.render(lineage(""))).isEqualTo(LineageJson.render(lineage("")));
    }

    private void model(String name, String sql) {
        project.write("models/" + name + ".sql", "---\nmaterialization: table\n---\n" + sql + "\n");
    }

    private LineageReport lineage(String model) {
        return project.smelt().lineage(model.isEmpty() ? Selectors.ALL : Selectors.of(model));
    }

    private String text(String model) {
        return LineageText.render(lineage(model));
    }

    private List<JsonNode> events(String model) {
        return Arrays.stream(OpenLineageEvents.render(lineage(model), Optional.empty())
                        .split("\n"))
                .map(line -> new JsonMapper().readTree(line))
                .toList();
    }
}
