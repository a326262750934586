package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.util.List;

/**
 * A {@code smelt.test}: a query over models or functions, the rows that they read, and the rows that must come out.
 *
 * @param name unique among the project's tests
 * @param query the SELECT, which names what is tested
 * @param given the rows of some of what is read; everything else that is read is empty
 * @param expected the rows that the query must give, all with the same columns; columns that they do not name are not
 *     looked at
 * @param ordered whether the order of rows matters
 * @param cases how often the test is tried where given rows leave columns out, each time with other values there
 * @param tags for selection
 * @param place where it begins
 */
public record SqlTest(
        String name,
        SourceText query,
        List<Given> given,
        List<LiteralRow> expected,
        boolean ordered,
        int cases,
        List<String> tags,
        Place place) {
    public SqlTest {
        given = List.copyOf(given);
        expected = List.copyOf(expected);
        tags = List.copyOf(tags);
    }

    /**
     * The rows of one input.
     *
     * @param input the address of a model, seed or source
     */
    public record Given(String input, List<LiteralRow> rows, Place place) {
        public Given {
            rows = List.copyOf(rows);
        }
    }

    /** A row as it is written: {@code {id: 1, name: 'a'}}. */
    public record LiteralRow(List<Cell> cells, Place place) {
        public LiteralRow {
            cells = List.copyOf(cells);
        }

        public List<String> columns() {
            return cells.stream().map(Cell::column).toList();
        }
    }

    /**
     * One value of a row.
     *
     * @param value SQL, without references: a number, a text, {@code true}, {@code null}, {@code [1, 2]}
     */
    public record Cell(String column, String value, Place place) {}
}
