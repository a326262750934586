package dev.smelt.model;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where models are built.
 *
 * @param name its name under {@code targets}
 * @param type the engine: {@code duckdb}
 * @param database the database file, absolute
 * @param schema the schema that models' tables lie in
 * @param settings further settings of the engine, by name
 * @param server the credentials that open it, where it needs some
 */
public record Target(
        String name,
        String type,
        Path database,
        String schema,
        Map<String, String> settings,
        Optional<ServerReference> server) {

    /** A target that is open to whoever finds it. */
    public Target(String name, String type, Path database, String schema, Map<String, String> settings) {
        this(name, type, database, schema, settings, Optional.empty());
    }
}
