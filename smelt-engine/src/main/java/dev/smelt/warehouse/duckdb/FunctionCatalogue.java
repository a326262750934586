package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Binder.Volatility;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What the engine's catalogue of functions says about volatility; read once, since it does not change. */
final class FunctionCatalogue {
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

    static FunctionCatalogue load(Connection connection, MacroReader reader) throws SQLException {
        FunctionCatalogue catalogue = new FunctionCatalogue(reader);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT lower(function_name), function_type, stability,"
                        + " macro_definition FROM duckdb_functions()"
                        + " WHERE function_type IN ('scalar', 'aggregate', 'window', 'macro')")) {
            while (rows.next()) {
                catalogue.add(rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4));
            }
        }
        return catalogue;
    }

    private void add(String name, String type, String stability, String definition) {
        if (type.equals("macro")) {
            if (definition != null) {
                macros.computeIfAbsent(name, key -> new HashSet<>()).add(definition);
            }
            return;
        }
        if (type.equals("aggregate")) {
            aggregates.add(name);
        }
        stable.merge(name, volatilityOf(stability), FunctionCatalogue::worse);
    }

    private static Volatility volatilityOf(String stability) {
        if (stability == null) {
            return Volatility.UNKNOWN;
        }
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
