package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.DataCheck;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlTest;
import dev.smelt.model.SqlTest.Cell;
import dev.smelt.model.SqlTest.Given;
import dev.smelt.model.SqlTest.LiteralRow;
import dev.smelt.project.AssertionSettings.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code smelt.test name AS ( select ) [PASSING input AS ( rows )]... EXPECT ( rows )} and
 * {@code smelt.check name AS ( select )}, as often as a file says them.
 */
final class AssertionReader {
    private static final String FORM_OF_TEST =
            "The form is: smelt.test name AS ( select ) PASSING input AS ( {column: value, ...}, ... ) EXPECT ( {column: value, ...}, ... ).";
    private static final String FORM_OF_CHECK = "The form is: smelt.check name AS ( select ).";

    private final SqlCursor cursor;
    private final Settings settings;
    private final Problems problems;
    private final List<SqlTest> tests = new ArrayList<>();
    private final List<DataCheck> checks = new ArrayList<>();

    private AssertionReader(SourceText source, Settings settings, Problems problems) {
        this.cursor = new SqlCursor(source);
        this.settings = settings;
        this.problems = problems;
    }

    /** What a file declares beside models and functions. */
    record Found(List<SqlTest> tests, List<DataCheck> checks) {}

    /** The tests and checks of a file; definitions of functions between them are passed over. */
    static Found read(SourceText source, Settings settings, Problems problems) {
        AssertionReader reader = new AssertionReader(source, settings, problems);
        reader.readAll();
        return new Found(List.copyOf(reader.tests), List.copyOf(reader.checks));
    }

    /** Where the first test or check begins behind the SELECT of a model, as an offset; the text's length where none does. */
    static int beginIn(String sql) {
        List<SqlToken> tokens = SqlToken.of(sql);
        for (int i = 0; i + 5 < tokens.size(); i++) {
            // A model may well be called test: FROM smelt.test t. Only a declaration goes on with AS and a bracket.
            boolean declared = (SqlFileKind.declares(tokens, i, "test") || SqlFileKind.declares(tokens, i, "check"))
                    && tokens.get(i + 3).kind() == SqlToken.Kind.WORD
                    && tokens.get(i + 4).isWord("as")
                    && tokens.get(i + 5).isSymbol('(');
            if (declared) {
                return tokens.get(i).start();
            }
        }
        return sql.length();
    }

    private void readAll() {
        while (!cursor.atEnd()) {
            int from = cursor.at();
            SqlToken first = cursor.token(from);
            boolean test = cursor.declares("test");
            try {
                if (test) {
                    cursor.moveTo(from + 3);
                    tests.add(test(cursor.place(first)));
                } else if (cursor.declares("check")) {
                    cursor.moveTo(from + 3);
                    checks.add(check(cursor.place(first)));
                } else if (cursor.declares("define")) {
                    cursor.moveTo(from + 3);
                    cursor.skipTo("test", "check");
                } else if (first.isSymbol(';')) {
                    cursor.moveTo(from + 1);
                } else {
                    throw cursor.unexpected(first, "'smelt.test' or 'smelt.check'");
                }
            } catch (SqlCursor.Malformed e) {
                problems.error(
                        Problems.ASSERTION, e.place(), e.getMessage() + ".", test ? FORM_OF_TEST : FORM_OF_CHECK);
                cursor.moveTo(Math.max(cursor.at(), from + 1));
                cursor.skipBlindlyTo("test", "check");
            }
        }
    }

    private DataCheck check(Place begin) throws SqlCursor.Malformed {
        String name = cursor.nextName("the check's name").text();
        SourceText query = query(name);
        if (cursor.isWord("passing") || cursor.isWord("expect")) {
            SqlToken token = cursor.token(cursor.at());
            throw cursor.malformed(
                    token,
                    "The check '" + name + "' has " + SqlCursor.shown(token)
                            + ", which belongs to tests: a check runs on built tables and expects no row");
        }
        return new DataCheck(name, query, settings.severity(), settings.tags(), begin);
    }

    private SqlTest test(Place begin) throws SqlCursor.Malformed {
        String name = cursor.nextName("the test's name").text();
        SourceText query = query(name);
        List<Given> given = new ArrayList<>();
        while (cursor.isWord("passing")) {
            cursor.next("PASSING");
            given.add(given(given));
        }
        if (!cursor.isWord("expect")) {
            SqlToken last = cursor.token(cursor.at() - 1);
            throw cursor.malformed(last, "The test '" + name + "' says no EXPECT after this");
        }
        cursor.next("EXPECT");
        List<LiteralRow> expected = rows();
        for (LiteralRow row : expected) {
            if (!row.columns().equals(expected.get(0).columns())) {
                throw new SqlCursor.Malformed(
                        row.place(),
                        "The rows of EXPECT name the same columns in the same order; the first names "
                                + String.join(", ", expected.get(0).columns()) + ", and this one "
                                + String.join(", ", row.columns()));
            }
        }
        return new SqlTest(name, query, given, expected, settings.ordered(), settings.cases(), settings.tags(), begin);
    }

    private SourceText query(String name) throws SqlCursor.Malformed {
        cursor.expectWord("as");
        int open = cursor.expectSymbol('(');
        int close = cursor.closing(open);
        cursor.moveTo(close + 1);
        if (close == open + 1) {
            throw cursor.malformed(cursor.token(open), "The query of '" + name + "' is empty");
        }
        return cursor.between(open, close);
    }

    private Given given(List<Given> before) throws SqlCursor.Malformed {
        SqlToken first = cursor.next("an address");
        StringBuilder input = new StringBuilder(first.text());
        while (!cursor.atEnd() && cursor.token(cursor.at()).isSymbol('.')) {
            cursor.next(".");
            input.append('.').append(cursor.next("a name").text());
        }
        String address = input.toString().startsWith("smelt.") ? input.substring("smelt.".length()) : input.toString();
        if (first.kind() != SqlToken.Kind.WORD) {
            throw cursor.unexpected(first, "an address");
        }
        if (before.stream().anyMatch(each -> each.input().equals(address))) {
            throw cursor.malformed(first, "The rows of '" + address + "' are given twice");
        }
        cursor.expectWord("as");
        return new Given(address, rows(), cursor.place(first));
    }

    private List<LiteralRow> rows() throws SqlCursor.Malformed {
        int open = cursor.expectSymbol('(');
        int close = cursor.closing(open);
        List<LiteralRow> rows = new ArrayList<>();
        int start = open + 1;
        while (start < close) {
            SqlToken brace = cursor.token(start);
            if (!brace.isSymbol('{')) {
                throw cursor.unexpected(brace, "a row such as {id: 1}");
            }
            int end = cursor.closing(start);
            rows.add(new LiteralRow(cells(start + 1, end), cursor.place(brace)));
            start = end + 1;
            if (start < close) {
                SqlToken comma = cursor.token(start);
                if (!comma.isSymbol(',') || start + 1 == close) {
                    throw cursor.unexpected(comma, "a comma and a row");
                }
                start++;
            }
        }
        cursor.moveTo(close + 1);
        return rows;
    }

    private List<Cell> cells(int from, int to) throws SqlCursor.Malformed {
        List<Cell> cells = new ArrayList<>();
        int start = from;
        while (start < to) {
            int end = cursor.find(',', start, to);
            Cell cell = cell(start, end);
            if (cells.stream().anyMatch(each -> each.column().equalsIgnoreCase(cell.column()))) {
                throw cursor.malformed(cursor.token(start), "This row gives '" + cell.column() + "' twice");
            }
            cells.add(cell);
            start = end + 1;
        }
        return cells;
    }

    private Cell cell(int from, int to) throws SqlCursor.Malformed {
        SqlToken key = cursor.token(from);
        boolean name = key.kind() == SqlToken.Kind.WORD || key.kind() == SqlToken.Kind.QUOTED_NAME;
        if (!name || from + 2 >= to || !cursor.token(from + 1).isSymbol(':')) {
            throw cursor.malformed(
                    key, "Expected a column and its value, as in {id: 1}, but found " + SqlCursor.shown(key));
        }
        String column = key.kind() == SqlToken.Kind.WORD
                ? key.text()
                : key.text().substring(1, key.text().length() - 1).replace("\"\"", "\"");
        return new Cell(column, cursor.raw(from + 2, to), cursor.place(key));
    }
}
