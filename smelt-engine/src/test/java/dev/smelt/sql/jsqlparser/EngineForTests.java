package dev.smelt.sql.jsqlparser;

import dev.smelt.model.Binder;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The engine's parser, real, without the rest of the warehouse: only syntax trees are asked of it here. */
final class EngineForTests implements Binder {
    private static final Pattern LOCATION = Pattern.compile("\"query_location(_length)?\":\\d+,?");
    private static final Pattern ERROR = Pattern.compile("\"error_message\":\"(.*?)(?<!\\\\)\"");
    private static final Pattern POSITION = Pattern.compile("\"position\":\"(\\d+)\"");

    private final Connection connection;

    EngineForTests() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public String syntaxTree(String sql) throws EngineRejection {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT json_serialize_sql(?::VARCHAR)::VARCHAR")) {
            statement.setString(1, sql);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                String tree = rows.getString(1);
                if (tree.contains("\"error\":true")) {
                    throw new EngineRejection(first(ERROR, tree).orElse(tree), position(sql, tree));
                }
                return LOCATION.matcher(tree).replaceAll("");
            }
        } catch (SQLException failure) {
            throw new EngineRejection(failure.getMessage(), -1);
        }
    }

    /** What a scalar expression gives, as text. */
    String value(String expression) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT (" + expression + ")::VARCHAR")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static int position(String sql, String tree) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return first(POSITION, tree)
                .map(Integer::parseInt)
                .map(length -> new String(bytes, 0, Math.min(length, bytes.length), StandardCharsets.UTF_8).length())
                .orElse(-1);
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Override
    public void declare(TableName table, Schema schema) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Schema describe(String sql) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SqlType> canonicalType(String type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Volatility volatility(String function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> aggregates() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
