package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Binder;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Binds models against empty tables in an in-memory DuckDB, for each thread that asks over a connection of its own. */
public final class DuckDbBinder implements Binder {
    private static final String DESCRIBE = "DESCRIBE ";
    private static final Path IN_MEMORY = Path.of("in memory");
    private static final String NULL_TYPE = "NULL";

    private final BinderSessions sessions;
    private final RecentTrees trees = new RecentTrees();
    private final Set<String> schemas = ConcurrentHashMap.newKeySet();
    private Optional<FunctionCatalogue> functions = Optional.empty();

    /** Asked for every declared column, of which most have one of a few types. */
    private final Map<String, Optional<SqlType>> canonicalTypes = new ConcurrentHashMap<>();

    private final Map<ZoneId, Optional<Instant>> zoneDifferences = new ConcurrentHashMap<>();

    private DuckDbBinder(BinderSessions sessions) {
        this.sessions = sessions;
    }

    /**
     * Starts an empty shadow catalogue.
     *
     * @param zone the zone in which the engine reads and computes timestamps with a zone
     * @param settings further settings of the engine; some change types, such as {@code integer_division}
     * @throws SmeltException where the engine does not start or does not know a setting
     */
    public static DuckDbBinder open(ZoneId zone, Map<String, String> settings) {
        Map<String, String> small = new TreeMap<>();
        small.put("threads", "1");
        settings.forEach((name, value) -> {
            // Both are about data, of which there is none here.
            if (!name.equalsIgnoreCase("memory_limit") && !name.equalsIgnoreCase("temp_directory")) {
                small.put(name, value);
            }
        });
        try {
            return new DuckDbBinder(new BinderSessions(DuckDbConnector.connect("jdbc:duckdb:", small, zone), zone));
        } catch (SQLException e) {
            throw OpenFailure.of(IN_MEMORY, e);
        }
    }

    @Override
    public void declare(TableName table, Schema schema) {
        if (schema.columns().isEmpty()) {
            throw failure("The table " + table + " has no columns, so nothing can be bound against it.", null);
        }
        String columns = schema.columns().stream()
                .map(column -> quoted(column.name()) + " " + typeText(column.type()))
                .collect(Collectors.joining(", "));
        String name = quoted(table.schema()) + "." + quoted(table.name());
        try {
            makeSchema(table.schema());
            run("CREATE OR REPLACE TABLE " + name + " (" + columns + ")");
        } catch (SQLException e) {
            throw failure(
                    "DuckDB does not take the columns of " + table + ": "
                            + EngineError.of(e).message() + ".",
                    e);
        }
    }

    @Override
    public Schema describe(String sql) throws EngineRejection {
        // First, since DESCRIBE of a text with a second statement would execute that one.
        parse(sql);
        try (BinderSessions.Session session = sessions.borrow();
                Statement statement = session.connection().createStatement();
                ResultSet rows = statement.executeQuery(DESCRIBE + sql)) {
            List<Column> columns = new ArrayList<>();
            while (rows.next()) {
                columns.add(new Column(rows.getString(1), typeOf(rows.getString(2)), true));
            }
            return new Schema(columns);
        } catch (SQLException e) {
            EngineError error = EngineError.of(e);
            throw new EngineRejection(error.message(), error.offsetIn(sql, DESCRIBE));
        }
    }

    @Override
    public String syntaxTree(String sql) throws EngineRejection {
        return parse(sql).textWithoutPositions();
    }

    @Override
    public String locatedTree(String sql) throws EngineRejection {
        return parse(sql).toString();
    }

    @Override
    public String asView(String sql) throws EngineRejection {
        // First, since a second statement in the text would be executed.
        parse(sql);
        String view = "_smelt_view";
        String create = "CREATE OR REPLACE TEMP VIEW " + view + " AS\n";
        try (BinderSessions.Session session = sessions.borrow();
                Statement statement = session.connection().createStatement()) {
            statement.execute(create + sql);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT sql FROM duckdb_views() WHERE temporary AND view_name = '" + view + "'")) {
                rows.next();
                String kept = rows.getString(1);
                return kept.substring(kept.indexOf(view) + view.length() + " AS ".length());
            }
        } catch (SQLException e) {
            EngineError error = EngineError.of(e);
            throw new EngineRejection(error.message(), error.offsetIn(sql, create));
        }
    }

    @Override
    public Optional<Instant> zoneDifference(ZoneId zone) {
        return zoneDifferences.computeIfAbsent(zone, this::firstDifference);
    }

    private Optional<Instant> firstDifference(ZoneId zone) {
        try (BinderSessions.Session session = sessions.borrow()) {
            return ZoneAgreement.firstDifference(session.connection(), zone);
        } catch (SQLException e) {
            throw failure(
                    "DuckDB opens no further connection: " + EngineError.of(e).message() + ".", e);
        }
    }

    @Override
    public Optional<SqlType> canonicalType(String type) {
        return canonicalTypes.computeIfAbsent(type, this::spelledCanonically);
    }

    private Optional<SqlType> spelledCanonically(String type) {
        if (type.equals(NULL_TYPE)) {
            return Optional.of(new SqlType(NULL_TYPE));
        }
        // The line end keeps a comment in the text from swallowing the parenthesis.
        String cast = "SELECT CAST(NULL AS " + type + "\n) AS t";
        try {
            if (!isOneCast(parse(cast))) {
                return Optional.empty();
            }
            return describe(cast).column("t").map(Column::type);
        } catch (EngineRejection unknownType) {
            return Optional.empty();
        }
    }

    @Override
    public Volatility volatility(String function) {
        return functions().volatility(function.substring(function.lastIndexOf('.') + 1));
    }

    @Override
    public Set<String> aggregates() {
        return functions().aggregates();
    }

    @Override
    public void close() {
        try {
            sessions.close();
        } catch (SQLException e) {
            throw failure("DuckDB does not close: " + EngineError.of(e).message() + ".", e);
        }
    }

    /** The tree of exactly one SELECT. */
    private SyntaxTree parse(String sql) throws EngineRejection {
        SyntaxTree tree = trees.of(sql, this::serialized);
        if (tree.isError()) {
            EngineError error = tree.error();
            throw new EngineRejection(error.message(), error.offsetIn(sql, ""));
        }
        int statements = tree.statements().size();
        if (statements != 1) {
            throw new EngineRejection("one SELECT is expected here, and this text holds " + statements, -1);
        }
        return tree;
    }

    private String serialized(String sql) throws EngineRejection {
        try (BinderSessions.Session session = sessions.borrow()) {
            return session.serialized(sql);
        } catch (SQLException e) {
            throw new EngineRejection(EngineError.of(e).message(), -1);
        }
    }

    /** Whether a text meant as a type was one, and nothing that reaches out of the cast. */
    private boolean isOneCast(SyntaxTree tree) throws EngineRejection {
        Optional<String> shape = withoutType(tree);
        return shape.isPresent() && shape.equals(withoutType(parse("SELECT CAST(NULL AS INTEGER) AS t")));
    }

    private static Optional<String> withoutType(SyntaxTree tree) {
        JsonNode statement = tree.withoutPositions().path("statements").path(0);
        JsonNode selected = statement.path("node").path("select_list").path(0);
        if (selected instanceof ObjectNode cast
                && cast.path("class").asString("").equals("CAST")) {
            cast.remove("type_expr");
            return Optional.of(statement.toString());
        }
        return Optional.empty();
    }

    private synchronized FunctionCatalogue functions() {
        if (functions.isEmpty()) {
            try (BinderSessions.Session session = sessions.borrow()) {
                functions = Optional.of(FunctionCatalogue.load(session.connection(), this::macro));
            } catch (SQLException e) {
                throw failure(
                        "DuckDB does not list its functions: "
                                + EngineError.of(e).message() + ".",
                        e);
            }
        }
        return functions.get();
    }

    private Optional<SyntaxTree> macro(String definition) {
        try {
            return Optional.of(parse("SELECT " + definition));
        } catch (EngineRejection e) {
            return Optional.empty();
        }
    }

    /** One at a time: two transactions that make the same schema are a conflict to the engine. */
    private synchronized void makeSchema(String schema) throws SQLException {
        if (!schemas.contains(schema)) {
            run("CREATE SCHEMA IF NOT EXISTS " + quoted(schema));
            schemas.add(schema);
        }
    }

    private void run(String sql) throws SQLException {
        try (BinderSessions.Session session = sessions.borrow();
                Statement statement = session.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The engine prints the type of a bare NULL as a quoted identifier. */
    static SqlType typeOf(String text) {
        return new SqlType(text.equals("\"NULL\"") ? NULL_TYPE : text);
    }

    private static String typeText(SqlType type) {
        return type.text().equals(NULL_TYPE) ? quoted(NULL_TYPE) : type.text();
    }

    private static String quoted(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }

    private static SmeltException failure(String message, Throwable cause) {
        return SmeltException.tool(Diagnostic.error("SMELT-L001", message, ""), cause);
    }
}
