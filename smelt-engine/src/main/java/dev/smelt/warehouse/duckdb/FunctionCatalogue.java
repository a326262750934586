package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Binder.Volatility;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/**
 * What the engine's catalogue of functions says about volatility. The engine lists some thousands of them, which takes as
 * long as all else that is asked of it; they come with the driver, so that one look a process is enough.
 */
final class FunctionCatalogue {
    private static final AtomicReference<List<Listed>> LISTED = new AtomicReference<>();

    /** The clock written as a keyword: no function of that name is in the catalogue. */
    private static final Set<String> CLOCK_KEYWORDS =
            Set.of("current_timestamp", "current_time", "current_date", "localtimestamp", "localtime");

    /** Call syntax of the grammar that the catalogue does not list as a scalar; none of it looks at anything but its arguments. */
    private static final Set<String> GRAMMAR =
            Set.of("coalesce", "ifnull", "grouping", "columns", "try", "extract", "cast", "try_cast", "unnest");

    private final Map<String, Volatility> stable = new HashMap<>();
    private final Map<String, Set<String>> macros = new HashMap<>();
    private final SortedSet<String> aggregates = new TreeSet<>();
    private final MacroReader reader;

    /** Reads a macro's definition into the engine's tree; nothing where the engine does not take it. */
    interface MacroReader {
        Optional<SyntaxTree> read(String definition);
    }

    private FunctionCatalogue(MacroReader reader) {
        this.reader = reader;
    }

    /** A function as the engine lists it, once for each of its overloads that says something else. */
    private record Listed(String name, String type, Optional<String> stability, Optional<String> definition) {}

    static FunctionCatalogue load(Connection connection, MacroReader reader) throws SQLException {
        if (LISTED.get() == null) {
            LISTED.compareAndSet(null, listed(connection));
        }
        FunctionCatalogue catalogue = new FunctionCatalogue(reader);
        LISTED.get().forEach(catalogue::add);
        return catalogue;
    }

    private static List<Listed> listed(Connection connection) throws SQLException {
        List<Listed> listed = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT DISTINCT lower(function_name), function_type, stability,"
                                + " CASE WHEN function_type = 'macro' THEN macro_definition END FROM duckdb_functions()"
                                + " WHERE internal AND function_type IN ('scalar', 'aggregate', 'window', 'macro')")) {
            while (rows.next()) {
                listed.add(new Listed(
                        rows.getString(1),
                        rows.getString(2),
                        Optional.ofNullable(rows.getString(3)),
                        Optional.ofNullable(rows.getString(4))));
            }
        }
        return List.copyOf(listed);
    }

    private void add(Listed function) {
        if (function.type().equals("macro")) {
            function.definition()
                    .ifPresent(definition -> macros.computeIfAbsent(function.name(), key -> new HashSet<>())
                            .add(definition));
            return;
        }
        if (function.type().equals("aggregate")) {
            aggregates.add(function.name());
        }
        stable.merge(
                function.name(),
                function.stability().map(FunctionCatalogue::volatilityOf).orElse(Volatility.UNKNOWN),
                FunctionCatalogue::worse);
    }

    private static Volatility volatilityOf(String stability) {
        return switch (stability) {
            case "CONSISTENT" -> Volatility.CONSISTENT;
            case "CONSISTENT_WITHIN_QUERY" -> Volatility.CONSISTENT_WITHIN_QUERY;
            case "VOLATILE" -> Volatility.VOLATILE;
            default -> Volatility.UNKNOWN;
        };
    }

    Set<String> aggregates() {
        return Collections.unmodifiableSortedSet(aggregates);
    }

    /** The least stable of all overloads; a macro is as stable as what it calls. */
    Volatility volatility(String function) {
        return volatility(function.toLowerCase(Locale.ROOT), new HashSet<>());
    }

    private Volatility volatility(String name, Set<String> expanding) {
        if (CLOCK_KEYWORDS.contains(name)) {
            return Volatility.CONSISTENT_WITHIN_QUERY;
        }
        Optional<Volatility> known = Optional.ofNullable(stable.get(name));
        if (!macros.containsKey(name)) {
            return known.orElse(GRAMMAR.contains(name) ? Volatility.CONSISTENT : Volatility.UNKNOWN);
        }
        if (!expanding.add(name)) {
            return Volatility.UNKNOWN;
        }
        Volatility worst = known.orElse(Volatility.CONSISTENT);
        for (String definition : macros.get(name)) {
            worst = worse(worst, ofDefinition(definition, expanding));
        }
        expanding.remove(name);
        return worst;
    }

    private Volatility ofDefinition(String definition, Set<String> expanding) {
        Optional<SyntaxTree> tree = reader.read(definition);
        if (tree.isEmpty()) {
            return Volatility.UNKNOWN;
        }
        Set<Volatility> found = new HashSet<>();
        tree.get().visit(node -> {
            String kind = node.path("class").asString("");
            if (kind.equals("SUBQUERY")) {
                found.add(Volatility.UNKNOWN);
            } else if (kind.equals("COLUMN_REF") && isClock(node.path("column_names"))) {
                found.add(Volatility.CONSISTENT_WITHIN_QUERY);
            } else if (node.has("function_name")) {
                found.add(volatility(node.path("function_name").asString("").toLowerCase(Locale.ROOT), expanding));
            }
        });
        return found.stream().reduce(Volatility.CONSISTENT, FunctionCatalogue::worse);
    }

    private static boolean isClock(JsonNode names) {
        return names.size() == 1
                && CLOCK_KEYWORDS.contains(names.path(0).asString("").toLowerCase(Locale.ROOT));
    }

    private static Volatility worse(Volatility one, Volatility other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
