package dev.smelt.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the engine's syntax tree, which comes as JSON text. Only what is needed of JSON is read here; a text that is not
 * read gives nothing, and then nothing is taken for confirmed.
 */
public final class EngineTree {
    private static final Object NULL = new Object();

    private final String json;
    private int at;

    private EngineTree(String json) {
        this.json = json;
    }

    /** The root of the tree; empty where the text is not such a tree. */
    public static Optional<EngineNode> parse(String tree) {
        try {
            EngineTree reader = new EngineTree(tree.trim());
            Object root = reader.value();
            boolean whole = reader.at == reader.json.length();
            return whole && root instanceof EngineNode node ? Optional.of(node) : Optional.empty();
        } catch (IndexOutOfBoundsException | IllegalStateException | NumberFormatException notJson) {
            return Optional.empty();
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
    private EngineNode object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        skipBlanks();
        while (json.charAt(at) != '}') {
            String key = string();
            skipBlanks();
            expect(':');
            Object value = value();
            if (value != NULL) {
                object.put(key, value);
            }
            if (json.charAt(at) == ',') {
                at++;
                skipBlanks();
            }
        }
        at++;
        return new EngineNode(object);
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

    private Object bare() {
        int start = at;
        while (at < json.length() && ",]} \n\r\t".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            throw new IllegalStateException("no value at " + start);
        }
        String text = json.substring(start, at);
        return text.equals("null") ? NULL : text;
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
