package dev.smelt.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.model.SqlType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Every ordered pair of the engine's scalar types: the verdict, and what the engine's ALTER really does to extreme values.
 * {@code docs/type-changes.md} shows the result.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeTableTest {
    private static final Path DOCUMENT = Path.of("../docs/type-changes.md");

    /** Types with parts, which have no values of their own, and those that no column can have. */
    private static final Set<String> NOT_SCALAR =
            Set.of("ARRAY", "LIST", "MAP", "STRUCT", "TUPLE", "UNION", "NULL", "TYPE");

    private static final String HEAD = "| --- | --- | --- | --- |\n";

    private enum Effect {
        /** Every value is the same after the ALTER and back. */
        KEPT,
        /** The ALTER succeeds, and values are others. */
        CHANGED,
        /** The ALTER fails. */
        FAILED
    }

    private Shadow shadow;

    @BeforeAll
    void open() {
        shadow = Shadow.of();
    }

    @AfterAll
    void close() {
        shadow.close();
    }

    @Test
    void everyScalarTypeOfTheEngineIsInTheTable() {
        Set<String> held = new TreeSet<>();
        EdgeValues.OF_SCALARS.keySet().forEach(type -> held.add(type.replaceFirst("\\(.*", "")));
        Set<String> known = new TreeSet<>(shadow.rows("SELECT DISTINCT CASE type_name WHEN 'JSON' THEN 'JSON' ELSE"
                + " logical_type END FROM duckdb_types() WHERE database_name = 'system'"));
        known.removeAll(NOT_SCALAR);

        assertThat(held).containsExactlyElementsOf(known);
    }

    @Test
    void dataSurvivesEverySafeChangeAndTheDocumentShowsAllPairs() throws Exception {
        StringBuilder rows = new StringBuilder();
        List<String> safe = new ArrayList<>();
        for (String from : EdgeValues.OF_SCALARS.keySet()) {
            Map<Effect, List<String>> refused = new EnumMap<>(Effect.class);
            List<String> inPlace = new ArrayList<>();
            for (String to : EdgeValues.OF_SCALARS.keySet()) {
                if (from.equals(to)) {
                    continue;
                }
                Effect effect = effect(from, to);
                if (isSafe(from, to)) {
                    assertThat(effect).as("%s -> %s", from, to).isEqualTo(Effect.KEPT);
                    inPlace.add(to);
                    safe.add(from + " -> " + to);
                } else {
                    refused.computeIfAbsent(effect, key -> new ArrayList<>()).add(to);
                }
            }
            row(rows, from, inPlace, refused);
        }

        assertThat(safe)
                .contains("INTEGER -> BIGINT", "FLOAT -> DOUBLE", "DECIMAL(10,2) -> DECIMAL(12,4)")
                .contains("UINTEGER -> DOUBLE", "TINYINT -> FLOAT", "BIGINT -> DECIMAL(20,0)", "HUGEINT -> BIGNUM")
                .contains("ENUM('a', 'b') -> ENUM('a', 'b', 'c')", "TIME -> TIME_NS", "JSON -> VARCHAR")
                .hasSizeGreaterThan(70);
        assertThat(table(Files.readString(DOCUMENT))).isEqualTo(rows.toString());
    }

    private static boolean isSafe(String from, String to) {
        return Widening.obstacle(TypeShape.of(new SqlType(from)), TypeShape.of(new SqlType(to)))
                .isEmpty();
    }

    /** What becomes of each value, one table per value: one that fails says nothing about the others. */
    private Effect effect(String from, String to) {
        Effect worst = Effect.KEPT;
        for (String value : EdgeValues.OF_SCALARS.get(from)) {
            Effect one = effect(from, to, value);
            worst = one.compareTo(worst) > 0 ? one : worst;
        }
        return worst;
    }

    private Effect effect(String from, String to, String value) {
        shadow.run("CREATE OR REPLACE TABLE main.t (i INTEGER, x " + from + ")");
        shadow.run("INSERT INTO main.t SELECT 1, CAST(" + value + " AS " + from + ")");
        shadow.run("INSERT INTO main.t VALUES (2, NULL)");
        shadow.run("CREATE OR REPLACE TABLE main.before AS SELECT * FROM main.t");
        try {
            shadow.tryRun("ALTER TABLE main.t ALTER COLUMN x TYPE " + to);
        } catch (SQLException e) {
            reopenIfDead(e);
            return Effect.FAILED;
        }
        String type =
                shadow.table("t").schema().column("x").orElseThrow().type().text();
        assertThat(type).as("%s -> %s", from, to).isEqualTo(to);
        // Some casts back are missing or broken in the engine, HUGEINT's from BIGNUM for one: by text it is the same.
        return isSame("CAST(x AS " + from + ")") || isSame("CAST(CAST(x AS VARCHAR) AS " + from + ")")
                ? Effect.KEPT
                : Effect.CHANGED;
    }

    private boolean isSame(String backCast) {
        String back = "SELECT i, " + backCast + " AS x FROM main.t";
        try {
            return shadow.tryRows("SELECT * FROM main.before EXCEPT ALL " + back)
                            .isEmpty()
                    && shadow.tryRows("SELECT i, CAST(x AS VARCHAR) FROM main.before EXCEPT ALL SELECT i, CAST(x AS"
                                    + " VARCHAR) FROM (" + back + ")")
                            .isEmpty()
                    && shadow.tryRows("SELECT 1 FROM main.t WHERE (i = 1) = (x IS NULL)")
                            .isEmpty();
        } catch (SQLException e) {
            reopenIfDead(e);
            return false;
        }
    }

    /** Some conversions kill the engine's instance: it takes no statement after that. */
    private void reopenIfDead(SQLException e) {
        if (e.getMessage().contains("FATAL") || e.getMessage().contains("INTERNAL")) {
            shadow = Shadow.of();
        }
    }

    private static void row(StringBuilder rows, String from, List<String> inPlace, Map<Effect, List<String>> refused) {
        rows.append("| ").append(code(List.of(from))).append(" | ").append(code(inPlace));
        // A pair in no column: the ALTER fails.
        for (Effect effect : List.of(Effect.KEPT, Effect.CHANGED)) {
            rows.append(" | ").append(code(refused.getOrDefault(effect, List.of())));
        }
        rows.append(" |\n");
    }

    private static String code(List<String> types) {
        return String.join(", ", types.stream().map(type -> "`" + type + "`").toList());
    }

    /** The rows of the document's table. */
    private static String table(String document) {
        String from = document.substring(document.indexOf(HEAD) + HEAD.length());
        return from.substring(0, from.indexOf("\n\n") + 1);
    }
}
