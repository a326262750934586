package dev.smelt.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.model.Column;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NullabilityTest {
    private static Shadow shadow;

    @BeforeAll
    static void tables() {
        shadow = Shadow.of(
                "CREATE TABLE main.o (id INTEGER NOT NULL, qty INTEGER NOT NULL, disc INTEGER, x VARCHAR,"
                        + " name VARCHAR NOT NULL, j JSON NOT NULL, ts TIMESTAMP NOT NULL, l INTEGER[] NOT NULL)",
                "CREATE TABLE main.r (id INTEGER NOT NULL, qty INTEGER NOT NULL, disc INTEGER)");
    }

    @AfterAll
    static void close() {
        shadow.close();
    }

    private static boolean nullable(String sql) {
        Column first = shadow.inferred(sql).columns().get(0);
        return first.nullable();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "disc > 10",
                "CASE WHEN qty > 10 THEN TRUE END",
                "CASE WHEN qty > 10 THEN disc ELSE 0 END",
                "NULLIF(qty, 0)",
                "TRY_CAST(x AS INTEGER)",
                "TRY_CAST(qty AS TINYINT)",
                "MAX(disc) OVER ()",
                "LAG(qty) OVER (ORDER BY ts)",
                "SUM(qty) OVER (ORDER BY ts ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING)",
                "SUM(qty) FILTER (WHERE qty > 3) OVER ()",
                "qty / 0",
                "qty % 2",
                "CAST(j AS INTEGER)",
                "j ->> '$.a'",
                "json_extract_string(j, '$.a')",
                "year(ts)",
                "l[1]",
                "opt.qty",
                "NULL",
                "CAST(NULL AS INTEGER)",
                "(SELECT 1 WHERE FALSE)",
                "qty IN (1, NULL)",
                "qty + disc",
                "x || 'a'"
            })
    void staysNullable(String expression) {
        String sql = "SELECT " + expression + " AS c FROM main.o "
                + (expression.startsWith("opt.") ? "LEFT JOIN main.r AS opt ON opt.id = o.id" : "");
        assertThat(nullable(sql)).as(sql).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "qty",
                "qty > 10",
                "CASE WHEN disc > 10 THEN TRUE ELSE FALSE END",
                "CASE WHEN disc IS NOT NULL THEN 'd:' || CAST(disc AS VARCHAR) ELSE 'q:' || CAST(qty AS VARCHAR) END",
                "CASE WHEN disc IS NULL THEN 0 ELSE disc + 1 END",
                "COALESCE(disc, 0)",
                "GREATEST(disc, qty)",
                "COUNT(*) OVER ()",
                "ROW_NUMBER() OVER (PARTITION BY disc ORDER BY ts)",
                "SUM(qty) OVER (PARTITION BY disc ORDER BY ts)",
                "SUM(qty) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW)",
                "disc IS NULL",
                "disc IS DISTINCT FROM 3",
                "EXISTS (SELECT 1 FROM main.r WHERE r.id = o.id)",
                "CAST(ts AS DATE)",
                "CAST(name AS INTEGER)",
                "date_trunc('month', ts)",
                "upper(name) LIKE 'A%'",
                "qty BETWEEN 1 AND 3",
                "qty IN (1, 2)",
                "NOT (qty > 1 AND name = 'a')",
                "-qty",
                "j",
                "l"
            })
    void isProvenNotNull(String expression) {
        String sql = "SELECT " + expression + " AS c FROM main.o";
        assertThat(nullable(sql)).as(sql).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT disc FROM main.o WHERE disc IS NOT NULL",
                "SELECT disc FROM main.o WHERE disc > 3 AND x = 'a'",
                "SELECT disc FROM main.o WHERE disc > 3 OR disc < 1",
                "SELECT disc FROM main.o WHERE NOT (disc IS NULL)",
                "SELECT disc FROM main.o WHERE disc + 1 BETWEEN 1 AND qty",
                "SELECT r.disc FROM main.o JOIN main.r ON r.disc = o.qty",
                "SELECT r.qty FROM main.o LEFT JOIN main.r ON r.id = o.id WHERE r.id = 3 AND r.qty > 1",
                "SELECT o.qty FROM main.o LEFT JOIN main.r ON r.id = o.id",
                "SELECT id FROM main.o LEFT JOIN main.r USING (id)",
                "SELECT id FROM main.o FULL JOIN main.r USING (id)",
                "SELECT disc, SUM(qty) FROM main.o WHERE disc > 1 GROUP BY disc",
                "SELECT SUM(qty) AS s FROM main.o GROUP BY disc",
                "SELECT COUNT(disc) FROM main.o",
                "SELECT disc, COUNT(*) FROM main.o GROUP BY disc HAVING disc IS NOT NULL",
                "SELECT qty FROM main.o UNION ALL SELECT 1",
                "SELECT * FROM (SELECT qty AS q FROM main.o) AS t",
                "WITH c AS (SELECT qty + 1 AS q, disc FROM main.o) SELECT c.q FROM c",
                "SELECT * EXCLUDE (disc, x) FROM main.o",
                "SELECT disc FROM main.o QUALIFY disc > 1 AND ROW_NUMBER() OVER (ORDER BY ts) = 1",
                "SELECT qty FROM main.o WHERE EXISTS (SELECT 1 FROM main.r WHERE r.id = o.id)"
            })
    void provesByTheClauseThatRejectsNull(String sql) {
        assertThat(nullable(sql)).as(sql).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT disc FROM main.o WHERE disc > 3 OR qty < 1",
                "SELECT r.disc FROM main.o LEFT JOIN main.r ON r.disc = o.qty",
                "SELECT o.qty FROM main.o RIGHT JOIN main.r ON r.id = o.id",
                "SELECT o.id FROM main.o FULL JOIN main.r USING (id)",
                "SELECT SUM(qty) FROM main.o",
                "SELECT SUM(qty) FROM main.o GROUP BY ALL",
                "SELECT qty FROM main.o GROUP BY ROLLUP (qty)",
                "SELECT 'a' AS k, COUNT(*) FROM main.o GROUP BY ROLLUP (k)",
                "SELECT SUM(qty) FILTER (WHERE qty > 3) AS s FROM main.o GROUP BY disc",
                "SELECT qty FROM main.o UNION ALL SELECT disc FROM main.r",
                "SELECT q FROM (SELECT disc AS q FROM main.o) AS t",
                "SELECT disc FROM main.o WHERE disc NOT IN (SELECT id FROM main.r)",
                "SELECT NULLIF(disc, 2) AS disc, COUNT(*) FROM main.o GROUP BY o.disc HAVING disc IS NOT NULL OR 1 = 1"
            })
    void doesNotProveByAClauseThatKeepsNull(String sql) {
        assertThat(nullable(sql)).as(sql).isTrue();
    }

    @Test
    void unknownInputsProveNothing() {
        String sql = "SELECT qty, 1 AS one FROM main.o";
        dev.smelt.sql.SqlReader.Read read = (dev.smelt.sql.SqlReader.Read) shadow.read(sql);

        var schema = Nullability.infer(read.query(), shadow.bound(sql), table -> java.util.Optional.empty());

        assertThat(schema.columns()).extracting(Column::nullable).containsExactly(true, false);
    }

    @Test
    void columnsThatTheEngineSeesOtherwiseProveNothing() {
        String sql = "SELECT qty FROM main.o";
        dev.smelt.sql.SqlReader.Read read = (dev.smelt.sql.SqlReader.Read) shadow.read(sql);

        var schema = Nullability.infer(
                read.query(),
                shadow.bound("SELECT qty AS other FROM main.o"),
                table -> java.util.Optional.of(shadow.table(table.name()).schema()));

        assertThat(schema.columns()).extracting(Column::nullable).containsExactly(true);
    }
}
