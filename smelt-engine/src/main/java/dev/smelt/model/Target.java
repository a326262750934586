package dev.smelt.model;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where models are built.
 *
 * @param name its name under {@code targets}
 * @param type the engine: {@code duckdb}
 * @param database the database file, absolute
 * @param schema the schema that models' tables lie in
 * @param settings further settings of the engine, by name
 */
public record Target(String name, String type, Path database, String schema, Map<String, String> settings) {}
