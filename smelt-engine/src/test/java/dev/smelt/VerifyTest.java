package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.report.VerifyText;
import dev.smelt.verify.Verification;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {
    @TempDir
    Path directory;

    private static Verification verify(UserProject project, String model, String start, String end) {
        return project.smelt()
                .verify(new VerifyRequest(
                        Selectors.of(model), Optional.of(new VerifyRequest.Window(start, end))));
    }

    @Test
    void a_wrong_override_is_found_with_the_rows_that_it_breaks() {
        UserProject project = UserProject.in(directory)
                .source("copies", "id INTEGER, d DATE, arrived TIMESTAMP", "d")
                .incremental("first_copy", """
                        timeseries: {partition_column: d, granularity: day}
                        safety_overrides: {allow_window_functions: true}""", """
                        SELECT id, d, arrived FROM smelt.sources.raw.copies
                        QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY arrived, d) = 1""")
                .sql("INSERT INTO raw.copies VALUES (1, '2026-05-01', '2026-05-01 10:00'),"
                        + " (1, '2026-05-02', '2026-05-02 11:00'), (2, '2026-05-02', '2026-05-02 12:00')");

        Verification found = verify(project, "first_copy", "2026-05-01", "2026-05-03");

        System.out.println(VerifyText.render(found));
        assertThat(found.failed()).hasSize(1);
    }
}
