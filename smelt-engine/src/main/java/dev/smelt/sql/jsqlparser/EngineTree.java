package dev.smelt.sql.jsqlparser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names in the engine's syntax tree, which is JSON text. Only what is needed of JSON is read here; a text that is not
 * read gives nothing, and then nothing is taken for confirmed.
 */
final class EngineTree {
    private final String json;
    private int at;

    private EngineTree(String json) {
        this.json = json;
    }

    /** The tables and columns named anywhere in the tree; empty where the text is not such a tree. */
    static Optional<Names> names(String tree) {
        Names names = new Names();
        try {
            EngineTree reader = new EngineTree(tree.trim());
            Object root = reader.value();
            if (reader.at != reader.json.length()) {
                return Optional.empty();
            }
            collect(root, names);
            return Optional.of(names);
        } catch (IndexOutOfBoundsException | IllegalStateException notJson) {
            return Optional.empty();
        }
    }

    private static void collect(Object value, Names names) {
        if (value instanceof List<?> list) {
            list.forEach(each -> collect(each, names));
        } else if (value instanceof Map<?, ?> object) {
            if ("COLUMN_REF".equals(object.get("type")) && object.get("column_names") instanceof List<?> parts) {
                names.column(parts.stream().map(Object::toString).toList());
            }
            if ("BASE_TABLE".equals(object.get("type")) && object.get("table_name") instanceof String table) {
                List<String> parts = new ArrayList<>();
                for (String key : List.of("catalog_name", "schema_name")) {
                    if (object.get(key) instanceof String part && !part.isEmpty()) {
                        parts.add(part);
                    }
                }
                parts.add(table);
                names.table(parts);
            }
            object.values().forEach(each -> collect(each, names));
        }
    }

    private Object value() {
        skipBlanks();
        char c = json.charAt(at);
        Object value = c == '{' ? object() : c == '[' ? list() : c == '"' ? string() : bare();
        skipBlanks();
        return value;
    }

    /** Tolerates a comma before the closing bracket, which is left where a position was cut out. */
    private Map<String, Object> object() {
        Map<String, Object> object = new HashMap<>();
        at++;
        skipBlanks();
        while (json.charAt(at) != '}') {
            String key = string();
            skipBlanks();
            expect(':');
            object.put(key, value());
            if (json.charAt(at) == ',') {
                at++;
                skipBlanks();
            }
        }
        at++;
        return object;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        skipBlanks();
        while (json.charAt(at) != ']') {
            list.add(value());
            if (json.charAt(at) == ',') {
                at++;
                skipBlanks();
            }
        }
        at++;
        return list;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (json.charAt(at) != '"') {
            char c = json.charAt(at++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = json.charAt(at++);
            switch (escaped) {
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'u' -> {
                    out.append((char) Integer.parseInt(json.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> out.append(escaped);
            }
        }
        at++;
        return out.toString();
    }

    private String bare() {
        int start = at;
        while (at < json.length() && ",]} \n\r\t".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            throw new IllegalStateException("no value at " + start);
        }
        return json.substring(start, at);
    }

    private void expect(char c) {
        if (json.charAt(at) != c) {
            throw new IllegalStateException("expected " + c + " at " + at);
        }
        at++;
    }

    private void skipBlanks() {
        while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
            at++;
        }
    }
}
