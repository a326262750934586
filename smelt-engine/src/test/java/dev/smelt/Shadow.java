package dev.smelt;

import dev.smelt.ledger.Definition;
import dev.smelt.lineage.ColumnLineage;
import dev.smelt.lineage.Fingerprints;
import dev.smelt.lineage.Nullability;
import dev.smelt.lineage.StoredRow;
import dev.smelt.lineage.StoredRows;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An in-memory DuckDB with tables of schema {@code main}, and readings of SELECTs that name them {@code main.x}. */
public final class Shadow implements AutoCloseable {
    private static final Pattern TABLE = Pattern.compile("\\bmain\\.([a-z_0-9]+)");

    private final Connection connection;
    private final Binder binder = DuckDbBinder.open(ZoneOffset.UTC, Map.of());
    private final SqlReader reader = reader(binder);

    /** The reader that the product uses. */
    public static SqlReader reader(Binder binder) {
        return Engine.reader(binder);
    }

    private Shadow(Connection connection) {
        this.connection = connection;
    }

    /** A database in which the statements were run. */
    public static Shadow of(String... statements) {
        try {
            Shadow shadow = new Shadow(DriverManager.getConnection("jdbc:duckdb:"));
            for (String statement : statements) {
                shadow.run(statement);
            }
            return shadow;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public void run(String sql) {
        try {
            tryRun(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql + ": " + e.getMessage(), e);
        }
    }

    public void tryRun(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Rows as text, values joined by a bar. */
    public List<String> rows(String sql) {
        try {
            return tryRows(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql + ": " + e.getMessage(), e);
        }
    }

    public List<String> tryRows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    cells.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", cells));
            }
        }
        return rows;
    }

    /** The columns of a query as the Binder gives them: all nullable. */
    public Schema bound(String sql) {
        return Nullability.nullable(describe("DESCRIBE " + sql));
    }

    /** The table as the catalogue shows it, with the constraints that the engine holds. */
    public CatalogueSnapshot.Relation table(String name) {
        return new CatalogueSnapshot.Relation(describe("DESCRIBE main." + name), false);
    }

    private Schema describe(String sql) {
        List<Column> columns = new ArrayList<>();
        for (String row : rows(sql)) {
            String[] cells = row.split("\\|", -1);
            columns.add(new Column(cells[0], new SqlType(cells[1]), cells[2].equals("YES")));
        }
        return new Schema(columns);
    }

    /** The text with its references, as the project's expander would give it. */
    public static ExpandedSql expanded(String sql) {
        List<Reference> references = new ArrayList<>();
        Matcher matcher = TABLE.matcher(sql);
        while (matcher.find()) {
            references.add(new Reference(
                    references.size(),
                    new Address(matcher.group(1)),
                    new TableName("main", matcher.group(1)),
                    new Span(matcher.start(), matcher.end()),
                    Optional.empty()));
        }
        ExpandedSql.Segment whole = new ExpandedSql.Segment(
                new Span(0, sql.length()), SourceText.whole("models/m.sql", sql), 0, true, Optional.empty());
        return new ExpandedSql(sql, List.of(whole), references);
    }

    /** What came of reading the text. */
    public SqlReader.Reading read(String sql) {
        return reader.read(expanded(sql));
    }

    private Query query(String sql) {
        SqlReader.Reading reading = read(sql);
        if (reading instanceof SqlReader.Read read) {
            return read.query();
        }
        throw new AssertionError("not read: " + sql + "\n" + reading);
    }

    private Optional<Schema> input(TableName table) {
        return Optional.of(table(table.name()).schema());
    }

    /** The columns with the nullability that is proven. */
    public Schema inferred(String sql) {
        return Nullability.infer(query(sql), bound(sql), this::input);
    }

    public Definition definition(String sql) {
        return Fingerprints.of(query(sql), expanded(sql), bound(sql), this::input, binder.aggregates())
                .definition();
    }

    /** How the query's columns follow from each other; nothing of one that is not read. */
    public StoredRow storedRow(String sql) {
        StoredRows rows = new StoredRows(this::input, binder.aggregates(), binder::volatility, reader);
        return read(sql) instanceof SqlReader.Read read
                ? rows.of(read.query(), read.sql(), bound(sql))
                : StoredRow.NONE;
    }

    public ColumnLineage lineage(String sql) {
        return Fingerprints.of(query(sql), expanded(sql), bound(sql), this::input, binder.aggregates())
                .lineage();
    }

    @Override
    public void close() {
        try {
            binder.close();
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
