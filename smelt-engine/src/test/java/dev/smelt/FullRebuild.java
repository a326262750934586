package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.run.RunSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the tables of a project would be if they were built from nothing over the sources as they are. */
final class FullRebuild {
    private FullRebuild() {}

    /**
     * The tables that differ, with how many rows only one side has; none where all are equal.
     *
     * @param beside a directory that does not exist yet
     */
    static List<String> differences(UserProject project, Path beside) {
        UserProject rebuilt = copy(project, beside);
        rebuilt.sql("DROP SCHEMA IF EXISTS _smelt CASCADE");
        rebuilt.rows("SELECT table_type, table_name FROM information_schema.tables WHERE table_schema = 'main'")
                .forEach(made -> rebuilt.sql("DROP " + made.replace("BASE ", "") + " CASCADE"));
        assertThat(rebuilt.run(new BuildRequest.Auto(false)).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        List<String> different = new ArrayList<>();
        for (String table : tables(rebuilt)) {
            // by name: an added column stands last in the older table
            String columns = rebuilt.rows("SELECT string_agg('\"' || column_name || '\"', ', ') FROM duckdb_columns()"
                            + " WHERE schema_name = 'main' AND table_name = '" + table + "'")
                    .get(0);
            List<String> here = project.rows(rows(columns, table));
            List<String> there = rebuilt.rows(rows(columns, table));
            List<String> onlyHere = without(here, there);
            List<String> onlyThere = without(there, here);
            if (!onlyHere.isEmpty() || !onlyThere.isEmpty()) {
                different.add(table + " has " + onlyHere + " and should have " + onlyThere);
            }
        }
        assertThat(tables(project)).isEqualTo(tables(rebuilt));
        return different;
    }

    /** A copy of the project with its warehouse as it is. */
    static UserProject copy(UserProject project, Path to) {
        Path from = project.database().getParent();
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> !each.startsWith(to)).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return UserProject.existing(to);
    }

    private static String rows(String columns, String table) {
        return "SELECT " + columns + " FROM main.\"" + table + "\" ORDER BY ALL";
    }

    private static List<String> tables(UserProject project) {
        return project.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' ORDER BY 1");
    }

    /** As multisets. */
    private static List<String> without(List<String> some, List<String> others) {
        List<String> left = new ArrayList<>(some);
        others.forEach(left::remove);
        return left;
    }
}
