package dev.smelt.assertion;

import dev.smelt.model.SqlType;
import java.util.Locale;
import java.util.Random;

/**
 * Values for columns that a test's rows leave out: whatever stands there must not matter. The same test gets the same
 * values each time it runs.
 */
final class Fillings {
    private static final int DAYS = 3650;

    private final Random random;

    /** @param test the name of the test @param number of the try, from 1 */
    Fillings(String test, int number) {
        this.random = new Random(test.hashCode() * 31L + number);
    }

    /** A value of the type as SQL, NULL for types that have parts. */
    String next(SqlType type) {
        String text = type.text().toUpperCase(Locale.ROOT);
        if (text.endsWith("]") || text.startsWith("STRUCT") || text.startsWith("MAP") || text.startsWith("ENUM")) {
            return "NULL";
        }
        return switch (type.name()) {
            case "TINYINT", "UTINYINT" -> String.valueOf(random.nextInt(100));
            case "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT" ->
                String.valueOf(random.nextInt(10_000));
            case "DECIMAL" -> String.valueOf(random.nextInt(10));
            case "DOUBLE", "FLOAT" -> random.nextInt(10_000) + "." + random.nextInt(100);
            case "BOOLEAN" -> String.valueOf(random.nextBoolean());
            case "VARCHAR" -> "'x" + Integer.toString(random.nextInt(1_000_000), Character.MAX_RADIX) + "'";
            case "DATE" -> date();
            case "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS" ->
                "CAST(" + date() + " AS TIMESTAMP) + INTERVAL (" + random.nextInt(86_400) + ") SECOND";
            case "TIME" -> "TIME '00:00:00' + INTERVAL (" + random.nextInt(86_400) + ") SECOND";
            case "INTERVAL" -> "INTERVAL (" + random.nextInt(100) + ") MINUTE";
            case "UUID" -> "'" + new java.util.UUID(random.nextLong(), random.nextLong()) + "'";
            default -> "NULL";
        };
    }

    private String date() {
        return "(DATE '2020-01-01' + " + random.nextInt(DAYS) + ")";
    }
}
