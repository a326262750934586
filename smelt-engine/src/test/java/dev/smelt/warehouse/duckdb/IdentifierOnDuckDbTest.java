package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.smelt.model.Identifier;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;

/** Names as {@link Identifier} writes them, held against the engine's own list of keywords. */
class IdentifierOnDuckDbTest {
    @Test
    void every_keyword_can_be_a_name() throws Exception {
        try (DuckDBConnection connection = DuckDbConnector.connect("jdbc:duckdb:", Map.of(), ZoneOffset.UTC)) {
            List<String> keywords =
                    Statements.query(connection, "SELECT DISTINCT keyword_name FROM duckdb_keywords()", 10_000).stream()
                            .map(cells -> cells.at(0).orElseThrow())
                            .toList();
            for (String keyword : keywords) {
                String name = Identifier.sql(keyword);
                for (String sql : List.of(
                        "CREATE OR REPLACE TABLE main.%s (%s INTEGER, other INTEGER)",
                        "INSERT INTO main.%s (%s) SELECT CAST(%s AS BIGINT) FROM main.%s WHERE %s >= 1",
                        "DELETE FROM main.%s WHERE %s >= 1 AND %s < 2",
                        "ALTER TABLE main.%s ALTER COLUMN %s TYPE BIGINT",
                        "SELECT %s.%s AS %s FROM (SELECT 1 AS %s) AS %s ORDER BY %s",
                        "DROP TABLE main.%s")) {
                    String statement = sql.replace("%s", name);
                    assertThatCode(() -> Statements.execute(connection, statement))
                            .as(statement)
                            .doesNotThrowAnyException();
                }
            }
        }
    }
}
