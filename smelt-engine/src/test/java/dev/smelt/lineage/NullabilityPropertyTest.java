package dev.smelt.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.model.Schema;
import dev.smelt.sql.SqlReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No column that is proven NOT NULL ever yields a NULL: random queries over random data, half of it NULL. */
class NullabilityPropertyTest {
    private static final int QUERIES = 150;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noProvenColumnYieldsNull(long seed) {
        Random random = new Random(seed);
        int proven = 0;
        int run = 0;
        try (Shadow shadow = Shadow.of()) {
            tables(random).forEach(shadow::run);
            for (int i = 0; i < QUERIES; i++) {
                String sql = new RandomQueries(random).query();
                if (!(shadow.read(sql) instanceof SqlReader.Read)) {
                    continue;
                }
                Schema schema;
                try {
                    shadow.tryRows("SELECT * FROM (" + sql + ") LIMIT 0");
                    schema = shadow.inferred(sql);
                    proven += check(shadow, sql, schema, seed);
                    run++;
                } catch (SQLException rejectedByTheEngine) {
                    // An overflow, an ambiguous name: such a query yields nothing at all.
                    assertThat(rejectedByTheEngine.getMessage()).isNotBlank();
                }
            }
        }
        assertThat(run).as("queries that ran").isGreaterThan(QUERIES / 2);
        assertThat(proven).as("columns that were proven").isGreaterThan(QUERIES / 4);
    }

    private static int check(Shadow shadow, String sql, Schema schema, long seed) throws SQLException {
        String names = IntStream.range(0, schema.columns().size())
                .mapToObj(i -> "c" + i)
                .collect(Collectors.joining(", "));
        List<Integer> proven = IntStream.range(0, schema.columns().size())
                .filter(i -> !schema.columns().get(i).nullable())
                .boxed()
                .toList();
        if (proven.isEmpty()) {
            return 0;
        }
        // One statement for all of them: planning such a query is most of what the test costs.
        String nulls = proven.stream()
                .map(i -> "CASE WHEN count(*) = count(c" + i + ") THEN '' ELSE '"
                        + schema.columns().get(i).name().replace("'", "''") + " ' END")
                .collect(Collectors.joining(" || "));
        assertThat(shadow.tryRows("SELECT " + nulls + " FROM (" + sql + ") AS q(" + names + ")"))
                .as("seed %d, columns that are proven and yield NULL in %s", seed, sql)
                .containsExactly("");
        return proven.size();
    }

    private static List<String> tables(Random random) {
        List<String> statements = new ArrayList<>();
        for (String table : List.of("a", "b")) {
            statements.add("CREATE TABLE main." + table + " (id INTEGER NOT NULL, n INTEGER, m INTEGER NOT NULL,"
                    + " s VARCHAR, z VARCHAR NOT NULL, f DOUBLE NOT NULL, d DATE NOT NULL, ts TIMESTAMP,"
                    + " j JSON NOT NULL)");
            for (int row = 0; row < 12; row++) {
                String[] floats = {"0", "'NaN'", "'infinity'", "-1.5"};
                String[] dates = {"'infinity'", "'-infinity'", "'2026-05-01'", "'1582-10-15'"};
                String[] json = {"'null'", "'1'", "'{\"a\": null}'"};
                statements.add("INSERT INTO main." + table + " VALUES (" + random.nextInt(5) + ", "
                        + orNull(random, "" + random.nextInt(4)) + ", " + (random.nextInt(5) - 2) + ", "
                        + orNull(random, "'" + "x".repeat(random.nextInt(3)) + "'") + ", '"
                        + "y".repeat(random.nextInt(3)) + "', " + floats[random.nextInt(4)] + ", "
                        + dates[random.nextInt(4)] + ", "
                        + orNull(random, "TIMESTAMP '2026-05-0" + (1 + random.nextInt(9)) + " 10:00'") + ", "
                        + json[random.nextInt(3)] + ")");
            }
        }
        // A table without rows: aggregates over nothing, outer joins without a match.
        statements.add("CREATE TABLE main.e AS SELECT * FROM main.a WHERE FALSE");
        statements.add("ALTER TABLE main.e ALTER COLUMN m SET NOT NULL");
        statements.add("ALTER TABLE main.e ALTER COLUMN id SET NOT NULL");
        return statements;
    }

    private static String orNull(Random random, String value) {
        return random.nextBoolean() ? "NULL" : value;
    }

    /** Every function and operator that counts as total really is one, over the extreme values of its types. */
    @Test
    void totalFunctionsAreTotal() {
        try (Shadow shadow = Shadow.of()) {
            List<String> texts = List.of("''", "'a'", "'äöü'", "'%'", "'('");
            List<String> numbers =
                    List.of("0", "-1", "2147483647", "CAST('NaN' AS DOUBLE)", "CAST('infinity' AS DOUBLE)");
            List<String> moments = List.of(
                    "DATE '2026-05-01'",
                    "DATE 'infinity'",
                    "DATE '-infinity'",
                    "TIMESTAMP 'infinity'",
                    "TIMESTAMP '-infinity'",
                    "TIMESTAMPTZ 'infinity'",
                    "TIMESTAMP '1969-12-31 23:59:59.999999'");
            List<String> all = new ArrayList<>(texts);
            all.addAll(numbers);
            all.addAll(moments);
            all.add("INTERVAL '-1' MONTH");
            all.add("TRUE");
            all.add("CAST(99999999.99 AS DECIMAL(10,2))");
            List<String> expressions = new ArrayList<>();
            for (String function : KnownFunctions.TOTAL_AND_STRICT) {
                for (String one : all) {
                    expressions.add(function + "(" + one + ")");
                    for (String two : all) {
                        // Two thousand million letters take minutes and gigabytes, and say nothing about NULL.
                        String count = function.equals("repeat") && two.equals("2147483647") ? "65537" : two;
                        expressions.add(function + "(" + one + ", " + count + ")");
                    }
                }
                for (String text : texts) {
                    expressions.add(function + "(" + text + ", 'a', 'b')");
                    expressions.add(function + "(" + text + ", 'a', 1)");
                    expressions.add(function + "(" + text + ", -3, 1)");
                    expressions.add(function + "(" + text + ", 2, '')");
                }
            }
            for (String unit : List.of("year", "quarter", "month", "week", "day", "hour", "second", "decade")) {
                moments.forEach(moment -> expressions.add("date_trunc('" + unit + "', " + moment + ")"));
            }
            for (String operator : KnownFunctions.STRICT_OPERATORS) {
                for (String one : all) {
                    all.forEach(two -> expressions.add(one + " " + operator + " " + two));
                }
            }
            for (String type : List.of(
                    "BOOLEAN",
                    "INTEGER",
                    "DOUBLE",
                    "DECIMAL(10,2)",
                    "VARCHAR",
                    "DATE",
                    "TIME",
                    "TIMESTAMP",
                    "TIMESTAMPTZ",
                    "TIMESTAMP_NS",
                    "TIMESTAMP_S",
                    "INTERVAL",
                    "UUID",
                    "BLOB",
                    "HUGEINT")) {
                all.forEach(one -> expressions.add("CAST(" + one + " AS " + type + ")"));
            }

            List<String> nulls = new ArrayList<>();
            int values = 0;
            for (String expression : expressions) {
                try {
                    List<String> rows = shadow.tryRows("SELECT (" + expression + ") IS NULL");
                    values++;
                    if (rows.contains("true")) {
                        nulls.add(expression);
                    }
                } catch (SQLException notDefinedHere) {
                    // An error is no NULL.
                    assertThat(notDefinedHere.getMessage()).isNotBlank();
                }
            }
            assertThat(values).isGreaterThan(500);
            assertThat(nulls).isEmpty();
        }
    }
}
