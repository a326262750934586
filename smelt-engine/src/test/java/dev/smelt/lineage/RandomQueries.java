package dev.smelt.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes SELECTs over the tables a, b and e of the property test: joins, subqueries, groups, windows, set operations. */
final class RandomQueries {
    private final Random random;
    private String left = "l";
    private String right = "";

    RandomQueries(Random random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    String query() {
        return switch (random.nextInt(8)) {
            case 0 -> narrow() + pick(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ") + narrow();
            case 1 -> "WITH c AS (" + select() + ") SELECT * FROM c";
            case 2 -> "SELECT * FROM (" + select() + ") AS q WHERE " + pick("x0 IS NOT NULL", "x1 > 0", "TRUE");
            case 3 -> grouped();
            default -> select();
        };
    }

    /** A SELECT of three columns whose types do not depend on chance. */
    private String narrow() {
        String from = from();
        return "SELECT " + number(2) + " AS x0, " + number(1) + " AS x1, " + text(1) + " AS x2 FROM " + from + where();
    }

    private String select() {
        String from = from();
        return "SELECT " + number(2) + " AS x0, " + number(2) + " AS x1, " + text(2) + " AS x2, " + bool(2) + " AS x3, "
                + window() + " AS x4, " + any() + " AS x5 FROM " + from + where() + qualify();
    }

    private String grouped() {
        String from = from();
        String key = column(pick("n", "m", "s", "z", "ts", "d"));
        String group = pick(" GROUP BY k", " GROUP BY k", " GROUP BY ALL", " GROUP BY ROLLUP (k)", "");
        String item = group.isEmpty() ? "1 AS k" : key + " AS k";
        String having = pick("", "", " HAVING COUNT(*) > 1", " HAVING SUM(" + number(0) + ") > 0");
        return "SELECT " + item + ", SUM(" + number(1) + ") AS x0, MAX(" + text(1) + ") AS x1, COUNT(" + number(1)
                + ") AS x2, MIN(" + number(0) + ") FILTER (WHERE " + bool(1) + ") AS x3, COALESCE(SUM(" + number(0)
                + "), 0) AS x4, CASE WHEN COUNT(*) > 1 THEN AVG(" + number(1) + ") ELSE 0 END AS x5, arg_max("
                + text(0) + ", " + number(0) + ") AS x6, string_agg(" + text(1) + ", ',') AS x7 FROM " + from
                + where() + group + having;
    }

    private String table() {
        return pick("main.a", "main.b", "main.e", "main.a");
    }

    private String from() {
        left = "l";
        right = "";
        if (random.nextInt(3) == 0) {
            return table() + " AS l";
        }
        right = "r";
        String item = random.nextInt(3) == 0
                ? "(SELECT * FROM " + table() + " WHERE " + pick("n > 1", "n IS NOT NULL", "ts IS NULL", "m = 1") + ")"
                : table();
        String join = pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT JOIN", "SEMI JOIN", "ANTI JOIN");
        String on = pick("l.id = r.id", "l.n = r.n", "l.n = r.m AND l.s = r.s", "l.id = r.id AND r.n IS NOT NULL");
        if (join.startsWith("SEMI") || join.startsWith("ANTI")) {
            right = "";
        }
        return table() + " AS l " + join + " " + item + " AS r " + pick("ON " + on, "ON " + on, "USING (id)");
    }

    private String where() {
        return random.nextBoolean() ? "" : " WHERE " + bool(2);
    }

    private String qualify() {
        return random.nextInt(4) > 0
                ? ""
                : " QUALIFY " + column("n") + " > 0 AND ROW_NUMBER() OVER (ORDER BY " + column("m") + ") < 9";
    }

    private String column(String name) {
        return (right.isEmpty() || random.nextBoolean() ? left : right) + "." + name;
    }

    private String number(int depth) {
        if (depth == 0) {
            return random.nextInt(5) == 0 ? pick("0", "1", "NULL") : column(pick("n", "m", "id", "n"));
        }
        String one = number(depth - 1);
        return switch (random.nextInt(12)) {
            case 0 -> one + pick(" + ", " - ", " * ") + number(depth - 1);
            case 1 -> "COALESCE(" + one + ", " + number(depth - 1) + ")";
            case 2 -> "CASE WHEN " + bool(depth - 1) + " THEN " + one + pick("", " ELSE " + number(depth - 1)) + " END";
            case 3 -> "NULLIF(" + one + ", " + number(0) + ")";
            case 4 -> pick("GREATEST(", "LEAST(") + one + ", " + number(depth - 1) + ")";
            case 5 -> "CASE WHEN " + one + " IS NULL THEN " + number(0) + " ELSE " + one + " END";
            case 6 -> "abs(" + one + ")";
            case 7 -> "length(" + text(depth - 1) + ")";
            case 8 -> pick("TRY_CAST(", "CAST(") + one + " AS BIGINT)";
            case 9 -> "(- " + one + ")";
            case 10 -> "year(" + column("d") + ")";
            default -> one;
        };
    }

    private String text(int depth) {
        if (depth == 0) {
            return random.nextInt(5) == 0 ? "'t'" : column(pick("s", "z", "s"));
        }
        String one = text(depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> one + " || " + text(depth - 1);
            case 1 -> "COALESCE(" + one + ", " + text(depth - 1) + ")";
            case 2 -> pick("upper(", "trim(", "reverse(") + one + ")";
            case 3 -> "CAST(" + number(depth - 1) + " AS VARCHAR)";
            case 4 -> "CAST(" + column(pick("d", "ts", "j", "f")) + " AS VARCHAR)";
            case 5 -> "CASE WHEN " + bool(depth - 1) + " THEN " + one + " ELSE " + text(depth - 1) + " END";
            case 6 -> "concat(" + one + ", " + text(0) + ")";
            case 7 -> column("j") + " ->> '$.a'";
            default -> one;
        };
    }

    private String bool(int depth) {
        String one = number(Math.max(0, depth - 1));
        List<String> simple = List.of(
                one + pick(" > ", " = ", " <> ") + number(0),
                one + " IS NOT NULL",
                one + " IS NULL",
                text(0) + " LIKE '%y'",
                one + " BETWEEN " + number(0) + " AND " + number(0),
                one + pick(" IN (", " NOT IN (") + number(0) + ", " + number(0) + ")",
                one + " IS DISTINCT FROM " + number(0),
                one + pick(" IN (", " NOT IN (") + "SELECT " + pick("n", "m") + " FROM " + table() + ")");
        if (depth == 0) {
            return "(" + simple.get(random.nextInt(3)) + ")";
        }
        return switch (random.nextInt(5)) {
            case 0 -> "(" + bool(depth - 1) + pick(" AND ", " OR ") + bool(depth - 1) + ")";
            case 1 -> "(NOT " + bool(depth - 1) + ")";
            default -> "(" + simple.get(random.nextInt(simple.size())) + ")";
        };
    }

    private String window() {
        String frame = pick(
                "",
                " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
                " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING",
                " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
                " ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING EXCLUDE CURRENT ROW",
                " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING");
        String call = pick(
                "SUM(" + number(1) + ")",
                "COUNT(" + number(1) + ")",
                "first_value(" + text(1) + ")",
                "MIN(" + text(1) + ")",
                "LAG(" + number(1) + ")",
                "row_number()",
                "SUM(" + number(1) + ") FILTER (WHERE " + bool(0) + ")");
        return call + " OVER (" + pick("", "PARTITION BY " + column("s") + " ") + "ORDER BY " + column("n") + frame
                + ")";
    }

    private String any() {
        List<String> choices = new ArrayList<>(List.of("f", "d", "ts", "j", "m", "z"));
        return pick(
                column(choices.get(random.nextInt(choices.size()))),
                "date_trunc('month', " + column(pick("d", "ts")) + ")",
                "CAST(" + column("ts") + " AS DATE)",
                column("f") + " * 2",
                column("m") + " / " + number(0),
                "EXISTS (SELECT 1 FROM main.b AS i WHERE i.id = " + column("id") + ")",
                "(SELECT MAX(i.m) FROM main.b AS i WHERE i.id = " + column("id") + ")",
                column("d") + " + INTERVAL '1 day'");
    }
}
