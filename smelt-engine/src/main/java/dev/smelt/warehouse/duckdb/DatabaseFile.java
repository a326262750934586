package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Credentials;
import dev.smelt.model.Identifier;
import dev.smelt.model.Literal;
import dev.smelt.warehouse.Access;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.duckdb.DuckDBConnection;

/**
 * A database file and how it is opened. One that has a key is encrypted; the driver opens no such file itself, so that it
 * is attached to an engine in memory, and every connection is made to use it.
 *
 * @param key what it is encrypted with
 */
record DatabaseFile(Path path, Optional<Credentials> key) {
    /** No schema of a project has this name, so that no name in SQL becomes ambiguous. */
    private static final String ATTACHED = "_smelt_encrypted";

    private static final String READ_ONLY = "duckdb.read_only";

    /** Lets the engine write encrypted files with what is built into it, whose random numbers it does not vouch for. */
    private static final String BUILT_IN_CIPHER = "force_mbedtls_unsafe";

    /** Opens it. What goes wrong says nothing of the key. */
    DuckDBConnection open(Map<String, String> settings, Access access, ZoneId zone) throws SQLException {
        if (key.isEmpty()) {
            return DuckDbConnector.connect("jdbc:duckdb:" + path, settings, zone);
        }
        Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        options.putAll(settings);
        options.remove(READ_ONLY);
        // What does not fit into memory is data too.
        options.put("temp_file_encryption", "true");
        DuckDBConnection connection = DuckDbConnector.connect("jdbc:duckdb:", options, zone);
        try {
            if (!"true".equalsIgnoreCase(options.get(BUILT_IN_CIPHER))) {
                loadCipher(connection);
            }
            execute(
                    connection,
                    "ATTACH " + Literal.text(path.toString()) + " AS " + Identifier.sql(ATTACHED) + " (ENCRYPTION_KEY "
                            + Literal.text(key.get().password()) + (access == Access.READ ? ", READ_ONLY)" : ")"));
            return use(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Another connection to the same open file. */
    DuckDBConnection another(DuckDBConnection connection, ZoneId zone) throws SQLException {
        DuckDBConnection other = DuckDbConnector.another(connection, zone);
        try {
            return key.isEmpty() ? other : use(other);
        } catch (SQLException e) {
            other.close();
            throw e;
        }
    }

    private static DuckDBConnection use(DuckDBConnection connection) throws SQLException {
        execute(connection, "USE " + Identifier.sql(ATTACHED));
        return connection;
    }

    /** Takes the extension with the cipher where the user has installed it; nothing is downloaded. */
    private static void loadCipher(Connection connection) {
        try {
            execute(connection, "LOAD httpfs");
        } catch (SQLException notInstalled) {
            // then an encrypted file can be read, and the attempt to write one says what is missing
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
