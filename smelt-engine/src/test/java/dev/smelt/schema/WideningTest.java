package dev.smelt.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.model.SqlType;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideningTest {
    private static boolean isSafe(String from, String to) {
        return Widening.obstacle(TypeShape.of(new SqlType(from)), TypeShape.of(new SqlType(to)))
                .isEmpty();
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
                "MAP(VARCHAR, FLOAT[]) | MAP(VARCHAR, DOUBLE[]) | MAP {'k': [0.1]}",
                "TUPLE(INTEGER, VARCHAR) | TUPLE(BIGINT, VARCHAR) | row(1, NULL)"
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
                "TUPLE(INTEGER, VARCHAR) | TUPLE(INTEGER)",
                "TUPLE(BIGINT) | TUPLE(INTEGER)",
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
                    + " CAST(NULL AS TIMESTAMPTZ) AS g, CAST(NULL AS DECIMAL(10,2)[3][]) AS h, row(1, NULL) AS i";

            List<TypeShape> shapes = shadow.bound(sql).columns().stream()
                    .map(column -> TypeShape.of(column.type()))
                    .toList();

            assertThat(shapes).noneMatch(TypeShape.Unknown.class::isInstance);
            assertThat(shapes.get(5)).isEqualTo(new TypeShape.Enumeration(List.of("it's", "b,)")));
            assertThat(shapes)
                    .extracting(TypeShape::isUntyped)
                    .containsExactly(true, true, false, false, false, false, false, false, true);
        }
    }
}
