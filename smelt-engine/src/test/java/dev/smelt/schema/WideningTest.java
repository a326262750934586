package dev.smelt.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.model.SqlType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideningTest {
    /** The scalar types, each with its extreme values. */
    private static final Map<String, List<String>> TYPES = types();

    private static Map<String, List<String>> types() {
        Map<String, List<String>> types = new LinkedHashMap<>();
        types.put("BOOLEAN", List.of("TRUE", "FALSE"));
        types.put("TINYINT", List.of("-128", "127", "0"));
        types.put("SMALLINT", List.of("-32768", "32767"));
        types.put("INTEGER", List.of("-2147483648", "2147483647", "16777217"));
        types.put("BIGINT", List.of("-9223372036854775808", "9223372036854775807", "9007199254740993"));
        types.put(
                "HUGEINT",
                List.of("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"));
        types.put("UTINYINT", List.of("0", "255"));
        types.put("USMALLINT", List.of("0", "65535"));
        types.put("UINTEGER", List.of("0", "4294967295", "16777217"));
        types.put("UBIGINT", List.of("0", "18446744073709551615"));
        types.put("UHUGEINT", List.of("0", "340282366920938463463374607431768211455"));
        types.put("FLOAT", List.of("'NaN'", "'infinity'", "'-infinity'", "1e-45", "3.4028235e38", "0.1", "-0.0"));
        types.put("DOUBLE", List.of("'NaN'", "'infinity'", "5e-324", "1.7976931348623157e308", "0.1"));
        types.put("DECIMAL(4,2)", List.of("99.99", "-99.99", "0.01"));
        types.put("DECIMAL(10,2)", List.of("12345678.90", "-99999999.99"));
        types.put("DECIMAL(12,4)", List.of("99999999.9999"));
        types.put("DECIMAL(10,4)", List.of("999999.9999"));
        types.put("DECIMAL(18,3)", List.of("999999999999999.999"));
        types.put("DECIMAL(10,0)", List.of("9999999999"));
        types.put("DECIMAL(20,0)", List.of("99999999999999999999"));
        types.put("DECIMAL(38,0)", List.of("99999999999999999999999999999999999999"));
        types.put("DECIMAL(38,10)", List.of("9999999999999999999999999999.9999999999"));
        types.put("VARCHAR", List.of("''", "'a'", "'Ä\u0001'"));
        types.put("BLOB", List.of("'\\x00\\xFF'::BLOB"));
        types.put("BIT", List.of("'0101'"));
        types.put("UUID", List.of("'ffffffff-ffff-ffff-ffff-ffffffffffff'"));
        types.put("DATE", List.of("'infinity'", "'5881580-07-10'", "'5877642-06-25 (BC)'", "'2026-05-01'"));
        types.put("TIME", List.of("'00:00:00'", "'23:59:59.999999'"));
        types.put("TIME WITH TIME ZONE", List.of("'23:59:59.999999+15:59'"));
        types.put(
                "TIMESTAMP",
                List.of(
                        "'infinity'",
                        "'294247-01-10 04:00:54.775806'",
                        "'290309-12-22 (BC) 00:00:00'",
                        "'2026-05-01 12:34:56.789012'"));
        types.put("TIMESTAMP_S", List.of("'infinity'", "'2026-05-01 12:34:56'"));
        types.put("TIMESTAMP_MS", List.of("'infinity'", "'2026-05-01 12:34:56.789'"));
        types.put("TIMESTAMP_NS", List.of("'infinity'", "'2026-05-01 12:34:56.789012345'"));
        types.put("TIMESTAMP WITH TIME ZONE", List.of("'infinity'", "'2026-05-01 12:34:56.789012+00'"));
        types.put("INTERVAL", List.of("INTERVAL '1 month'", "INTERVAL '-1 microsecond'"));
        types.put("JSON", List.of("'null'", "'{\"a\": 1}'"));
        types.put("ENUM('a', 'b')", List.of("'a'", "'b'"));
        types.put("ENUM('a', 'b', 'c')", List.of("'a'", "'c'"));
        types.put("ENUM('b', 'a')", List.of("'a'", "'b'"));
        return types;
    }

    private static boolean isSafe(String from, String to) {
        return Widening.obstacle(TypeShape.of(new SqlType(from)), TypeShape.of(new SqlType(to)))
                .isEmpty();
    }

    /** For every ordered pair of types: where we say safe, the engine's ALTER keeps every extreme value, and there and back. */
    @Test
    void everySafePairKeepsItsExtremeValues() {
        List<String> safe = new ArrayList<>();
        try (Shadow shadow = Shadow.of()) {
            for (Map.Entry<String, List<String>> from : TYPES.entrySet()) {
                for (String to : TYPES.keySet()) {
                    if (!from.getKey().equals(to) && isSafe(from.getKey(), to)) {
                        safe.add(from.getKey() + " -> " + to);
                        provesKept(shadow, from.getKey(), to, from.getValue());
                    }
                }
            }
        }
        assertThat(safe)
                .contains(
                        "INTEGER -> BIGINT", "FLOAT -> DOUBLE", "DECIMAL(10,2) -> DECIMAL(12,4)", "UINTEGER -> DOUBLE")
                .contains("BIGINT -> DECIMAL(20,0)", "ENUM('a', 'b') -> ENUM('a', 'b', 'c')", "TINYINT -> FLOAT")
                .doesNotContain("DECIMAL(10,2) -> DECIMAL(10,4)", "BIGINT -> INTEGER", "BIGINT -> DOUBLE")
                .doesNotContain(
                        "TIMESTAMP -> DATE", "DATE -> TIMESTAMP", "INTEGER -> FLOAT", "HUGEINT -> DECIMAL(38,0)")
                .doesNotContain(
                        "ENUM('b', 'a') -> ENUM('a', 'b', 'c')", "INTEGER -> VARCHAR", "TIMESTAMP -> TIMESTAMP_NS")
                .hasSizeGreaterThan(60);
    }

    private static void provesKept(Shadow shadow, String from, String to, List<String> values) {
        shadow.run("CREATE OR REPLACE TABLE main.t (i INTEGER, x " + from + ")");
        for (int i = 0; i < values.size(); i++) {
            shadow.run("INSERT INTO main.t SELECT " + i + ", CAST(" + values.get(i) + " AS " + from + ")");
        }
        shadow.run("INSERT INTO main.t VALUES (-1, NULL)");
        shadow.run("CREATE OR REPLACE TABLE main.before AS SELECT * FROM main.t");

        shadow.run("ALTER TABLE main.t ALTER COLUMN x TYPE " + to);

        String difference = "SELECT i, x FROM main.before EXCEPT ALL SELECT i, CAST(x AS " + from + ") FROM main.t";
        assertThat(shadow.rows(difference)).as("%s -> %s and back", from, to).isEmpty();
        String unequal = "SELECT i FROM main.before b JOIN main.t t USING (i) WHERE CAST(b.x AS VARCHAR)"
                + " <> CAST(CAST(t.x AS " + from + ") AS VARCHAR)";
        assertThat(shadow.rows(unequal)).as("%s -> %s as text", from, to).isEmpty();
        assertThat(shadow.table("t").schema().column("x").orElseThrow().type().text())
                .isEqualTo(to);
    }

    /** The engine would do these without a word; values would change. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BIGINT | DOUBLE | 9007199254740993",
                "INTEGER | FLOAT | 16777217",
                "TIMESTAMP | DATE | TIMESTAMP '2026-05-01 12:00:00'",
                "TIMESTAMP_NS | TIMESTAMP | TIMESTAMP_NS '2026-05-01 12:00:00.123456789'",
                "DOUBLE | FLOAT | 0.1",
                "DECIMAL(10,4) | DECIMAL(10,2) | 1.2345"
            })
    void refusesWhatTheEngineDoesWithLoss(String from, String to, String value) throws SQLException {
        assertThat(isSafe(from, to)).isFalse();
        try (Shadow shadow =
                Shadow.of("CREATE TABLE main.t (x " + from + ")", "INSERT INTO main.t VALUES (" + value + ")")) {
            shadow.run("CREATE TABLE main.before AS FROM main.t");

            shadow.tryRun("ALTER TABLE main.t ALTER COLUMN x TYPE " + to);

            assertThat(shadow.rows("SELECT x FROM main.before EXCEPT ALL SELECT CAST(x AS " + from + ") FROM main.t"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STRUCT(a INTEGER) | STRUCT(a BIGINT, b VARCHAR) | {'a': 1}",
                "STRUCT(a INTEGER, c VARCHAR) | STRUCT(a INTEGER, b DATE, c VARCHAR) | {'a': 1, 'c': 'x'}",
                "STRUCT(a STRUCT(b INTEGER)) | STRUCT(a STRUCT(b INTEGER, c INTEGER)) | {'a': {'b': 1}}",
                "INTEGER[] | BIGINT[] | [1, NULL, 2147483647]",
                "INTEGER[2] | BIGINT[2] | [1, NULL]",
                "STRUCT(a INTEGER)[] | STRUCT(a INTEGER, b INTEGER)[] | [{'a': 1}, NULL, {'a': NULL}]",
                "MAP(VARCHAR, INTEGER) | MAP(VARCHAR, BIGINT) | MAP {'k': 1, 'l': NULL}",
                "MAP(VARCHAR, FLOAT[]) | MAP(VARCHAR, DOUBLE[]) | MAP {'k': [0.1]}"
            })
    void widensInsideNestedTypes(String from, String to, String value) {
        assertThat(isSafe(from, to)).isTrue();
        try (Shadow shadow = Shadow.of("CREATE TABLE main.t (i INTEGER, x " + from + ")")) {
            shadow.run("INSERT INTO main.t VALUES (1, " + value + "), (2, NULL)");
            shadow.run("CREATE TABLE main.before AS FROM main.t");

            shadow.run("ALTER TABLE main.t ALTER COLUMN x TYPE " + to);

            assertThat(shadow.rows(
                            "SELECT * FROM main.before EXCEPT ALL SELECT i, CAST(x AS " + from + ") FROM main.t"))
                    .isEmpty();
            assertThat(shadow.table("t")
                            .schema()
                            .column("x")
                            .orElseThrow()
                            .type()
                            .text())
                    .isEqualTo(to);
            assertThat(isSafe(to, from)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STRUCT(a INTEGER, b INTEGER) | STRUCT(b INTEGER, a INTEGER)",
                "STRUCT(a INTEGER, b INTEGER) | STRUCT(a INTEGER)",
                "MAP(INTEGER, VARCHAR) | MAP(BIGINT, VARCHAR)",
                "INTEGER[] | INTEGER[2]",
                "UNION(a INTEGER) | UNION(a INTEGER, b INTEGER)",
                "INTEGER | INTEGER[]",
                "VARCHAR | ENUM('a')"
            })
    void refusesOtherShapes(String from, String to) {
        assertThat(isSafe(from, to)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TEXT | VARCHAR",
                "VARCHAR(20) | VARCHAR",
                "INT | INTEGER",
                "NUMERIC | DECIMAL(18,3)",
                "timestamptz | TIMESTAMP WITH TIME ZONE",
                "STRUCT(a INT, \"B c\" TEXT) | STRUCT(A INTEGER, \"b C\" VARCHAR)"
            })
    void spellingsAreOneType(String one, String other) {
        assertThat(TypeShape.of(new SqlType(one))).isEqualTo(TypeShape.of(new SqlType(other)));
    }

    /** The text of every type that the engine prints is understood. */
    @Test
    void readsWhatTheEnginePrints() {
        try (Shadow shadow = Shadow.of()) {
            String sql = "SELECT NULL AS a, [] AS b, {'a b': 1, 'c\"d': [DATE '2026-01-01']} AS c, MAP {1: [1]} AS d,"
                    + " union_value(num := 2) AS e, CAST('it''s' AS ENUM('it''s', 'b,)')) AS f,"
                    + " CAST(NULL AS TIMESTAMPTZ) AS g, CAST(NULL AS DECIMAL(10,2)[3][]) AS h";

            List<TypeShape> shapes = shadow.bound(sql).columns().stream()
                    .map(column -> TypeShape.of(column.type()))
                    .toList();

            assertThat(shapes).noneMatch(TypeShape.Unknown.class::isInstance);
            assertThat(shapes.get(5)).isEqualTo(new TypeShape.Enumeration(List.of("it's", "b,)")));
            assertThat(shapes)
                    .extracting(TypeShape::isUntyped)
                    .containsExactly(true, true, false, false, false, false, false, false);
        }
    }
}
