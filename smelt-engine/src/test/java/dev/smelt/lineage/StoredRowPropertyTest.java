package dev.smelt.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a column is said to follow from others of its row, it does: over stored rows of random queries, half of their data
 * NULL, the expression gives the very value that the query gave. Some read a CTE, a subquery or a table that another query
 * made, through which a column is followed too.
 */
class StoredRowPropertyTest {
    private static final int QUERIES = 60;

    private final List<String> columns = new ArrayList<>();
    private Random random = new Random(0);
    private Optional<StoredRow> above = Optional.empty();
    private int followedThrough = 0;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatFollowsFromTheRowIsWhatTheQueryGives(long seed) {
        random = new Random(seed);
        int followed = 0;
        try (Shadow shadow = Shadow.of("CREATE TABLE main.o AS SELECT CASE WHEN i % 2 = 0 THEN i % 7 - 3 END AS a,"
                + " CASE WHEN i % 3 > 0 THEN i % 5 END AS b, CASE WHEN i % 4 > 1 THEN 'It''s ' || i % 3 END AS s"
                + " FROM range(60) AS r(i)")) {
            for (int i = 0; i < QUERIES; i++) {
                String layer = layer();
                String sql = query(layer);
                try {
                    shadow.tryRun("CREATE OR REPLACE TABLE main.above AS " + layer);
                    above = Optional.of(shadow.storedRow(layer));
                    shadow.tryRun("CREATE OR REPLACE TABLE main.stored AS " + sql);
                } catch (SQLException rejectedByTheEngine) {
                    continue;
                }
                followed += check(shadow, sql, seed);
            }
        }
        assertThat(followed).as("columns that were had from others").isGreaterThan(QUERIES / 2);
        assertThat(followedThrough).as("of them through what is read").isGreaterThan(10);
    }

    private int check(Shadow shadow, String sql, long seed) {
        StoredRow row = shadow.storedRow(sql);
        int followed = 0;
        for (int k = 0; k < columns.size(); k++) {
            Set<String> changed = new TreeSet<>(Set.of("c" + k));
            for (int other = 0; other < columns.size(); other++) {
                if (random.nextInt(4) == 0) {
                    changed.add("c" + other);
                }
            }
            Optional<String> expression = row.expression(
                    "c" + k, changed, table -> above.filter(any -> table.name().equals("above")));
            if (expression.isPresent()) {
                followed++;
                if (row.expression("c" + k, changed, table -> Optional.empty()).isEmpty()) {
                    followedThrough++;
                }
                assertThat(shadow.rows("SELECT count(*) FROM main.stored WHERE c" + k + " IS DISTINCT FROM ("
                                + expression.get() + ")"))
                        .as("seed %d, c%d of %s by %s", seed, k, sql, expression.get())
                        .containsExactly("0");
                String uncommented = expression.get().replaceAll("/\\*.*?\\*/", "");
                changed.forEach(name -> assertThat(uncommented).doesNotContainPattern("\\b" + name + "\\b"));
            }
        }
        return followed;
    }

    /** Columns a, b and s of another making, and those that they are made of. */
    private String layer() {
        List<String> numbers = List.of("a", "b");
        List<String> texts = List.of("s");
        return "SELECT " + number(numbers, texts, 2) + " AS a, " + number(numbers, texts, 1) + " AS b, "
                + text(numbers, texts, 1) + " AS s, a AS x, b AS y, s AS z FROM main.o";
    }

    private String query(String layer) {
        int reading = random.nextInt(6);
        columns.clear();
        boolean grouped = random.nextInt(3) == 0;
        List<String> numbers = new ArrayList<>(
                grouped ? List.of("a", "sum(b)", "COUNT(*)", "max(b)") : List.of("a", "b", "o.a", "a + b"));
        List<String> texts = new ArrayList<>(grouped ? List.of("s", "min(s)") : List.of("s", "upper(s)"));
        for (int i = 0; i < 7; i++) {
            boolean number = random.nextInt(3) > 0;
            String expression = number ? number(numbers, texts, 2) : text(numbers, texts, 2);
            columns.add(expression + (random.nextBoolean() ? " AS c" : " as C") + i);
            List<String> pool = number ? numbers : texts;
            pool.add(random.nextInt(3) == 0 ? "c" + i : "(" + expression + ")");
        }
        if (reading > 0 && !grouped) {
            // what a, b and s are made of is stored as well
            columns.addAll(List.of("x AS c7", "o.y AS c8", "z AS c9"));
        }
        String list = "SELECT " + String.join(", ", columns) + " FROM ";
        String end = grouped ? " GROUP BY a, s" : "";
        return switch (reading) {
            case 1 -> "WITH o AS (" + layer + ") " + list + "o" + end;
            case 2 -> list + "(" + layer + ") AS o" + end;
            case 3 -> list + "main.above AS o" + end;
            case 4 -> list + "(SELECT * FROM main.above) AS o" + end;
            case 5 -> list + "(SELECT unnest([1, 2]) AS k) AS one LEFT JOIN main.above AS o ON k = 1" + end;
            default -> list + "main.o" + end;
        };
    }

    private String number(List<String> numbers, List<String> texts, int depth) {
        if (depth == 0) {
            return random.nextInt(5) == 0 ? String.valueOf(random.nextInt(9)) : any(numbers);
        }
        String left = number(numbers, texts, depth - 1);
        String right = number(numbers, texts, depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> left + " + " + right;
            case 1 -> "(" + left + " - " + right + ") * 2";
            case 2 -> "-" + left;
            case 3 -> "CASE WHEN " + condition(numbers, texts, depth - 1) + " THEN " + left + " ELSE " + right + " END";
            case 4 -> "COALESCE(" + left + ", " + right + ")";
            case 5 -> "abs(" + left + ") /* " + right.replace("*/", "") + " */";
            case 6 -> "CAST(" + left + " AS DECIMAL(18, 3))";
            case 7 -> "(" + left + ")::BIGINT % 5";
            default -> "length(" + text(numbers, texts, depth - 1) + ")";
        };
    }

    private String text(List<String> numbers, List<String> texts, int depth) {
        if (depth == 0) {
            return random.nextInt(5) == 0 ? "'a -- ''b'" : any(texts);
        }
        String inner = text(numbers, texts, depth - 1);
        return switch (random.nextInt(4)) {
            case 0 -> inner + " || " + text(numbers, texts, depth - 1);
            case 1 -> "lower(" + inner + ")";
            case 2 -> "CAST(" + number(numbers, texts, depth - 1) + " AS VARCHAR)";
            default -> "CASE " + any(texts) + " WHEN 'It''s 1' THEN " + inner + " END";
        };
    }

    private String condition(List<String> numbers, List<String> texts, int depth) {
        String left = number(numbers, texts, depth);
        return switch (random.nextInt(5)) {
            case 0 -> left + " > " + number(numbers, texts, depth);
            case 1 -> left + " IS NULL";
            case 2 -> "NOT (" + left + " BETWEEN 0 AND 3 OR " + text(numbers, texts, depth) + " = 'It''s 2')";
            case 3 -> left + " IN (1, 2, NULL)";
            default -> left + " IS NOT DISTINCT FROM " + number(numbers, texts, depth);
        };
    }

    private String any(List<String> pool) {
        return pool.get(random.nextInt(pool.size()));
    }
}
