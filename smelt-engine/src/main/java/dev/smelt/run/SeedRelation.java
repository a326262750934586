package dev.smelt.run;

import dev.smelt.model.Column;
import dev.smelt.model.Literal;
import dev.smelt.model.Seed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A seed as a relation of SQL. A file is read as exactly the file named: characters that mean something in a file pattern
 * stand for themselves, and directories named {@code key=value} add no columns.
 */
public final class SeedRelation {
    private SeedRelation() {}

    /** What is read to learn which columns the seed has. */
    public static String undeclared(Seed seed) {
        return switch (seed.format()) {
            case CSV -> csv(seed, ", sample_size = -1");
            case JSON -> json(seed, ", sample_size = -1");
            case PARQUET -> parquet(seed);
            case SCRIPT -> script(seed);
        };
    }

    /** What is read to fill a table of declared columns, all of which the seed has. */
    static String declared(Seed seed, List<Column> columns) {
        return switch (seed.format()) {
            case CSV -> csv(seed, ", sample_size = -1, types = " + types(columns));
            case JSON -> json(seed, ", columns = " + types(columns));
            case PARQUET -> parquet(seed);
            case SCRIPT -> script(seed);
        };
    }

    private static String csv(Seed seed, String option) {
        return "read_csv(" + path(seed) + ", header = true, hive_partitioning = false" + option + ")";
    }

    private static String json(Seed seed, String option) {
        return "read_json(" + path(seed) + ", hive_partitioning = false" + option + ")";
    }

    private static String parquet(Seed seed) {
        return "read_parquet(" + path(seed) + ", hive_partitioning = false)";
    }

    /** The script on lines of its own, since it may end in a comment. */
    private static String script(Seed seed) {
        Optional<String> text = seed.script().map(script -> script.text().strip());
        return "(\n" + text.orElse("").replaceFirst(";\\s*$", "") + "\n)";
    }

    private static String path(Seed seed) {
        String literal = seed.file().toString().replaceAll("[\\[*?]", "[$0]");
        return Literal.text(literal);
    }

    private static String types(List<Column> columns) {
        return columns.stream()
                .map(column -> Literal.text(column.name()) + ": "
                        + Literal.text(column.type().text()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
