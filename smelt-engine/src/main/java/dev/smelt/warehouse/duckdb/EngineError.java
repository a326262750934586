package dev.smelt.warehouse.duckdb;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What DuckDB says when it refuses or fails, taken out of its wrapping.
 *
 * @param type the engine's own kind, such as {@code Binder}, {@code Parser}, {@code IO}
 * @param message one line, without prefix
 * @param bytePosition where it points in the statement, in UTF-8 bytes from 0, or -1
 */
record EngineError(String type, String message, long bytePosition) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern NEAR = Pattern.compile("([.!?]?)\\s*\\RCandidate (?:bindings|tables): (?:: )?");
    private static final Pattern PREFIXED = Pattern.compile("(?s)([A-Za-z][A-Za-z ]*?) Error: (.*)");

    /** Reads an exception of a connection with {@code errors_as_json}, and also the plain text that comes without it. */
    static EngineError of(SQLException exception) {
        String text = Optional.ofNullable(exception.getMessage()).orElse(exception.toString());
        int brace = text.indexOf('{');
        if (brace == 0 || (brace > 0 && text.startsWith("Error: ", brace - 7))) {
            try {
                JsonNode json = JSON.readTree(text.substring(brace));
                if (json.has("exception_message")) {
                    return new EngineError(
                            json.path("exception_type").asString(""),
                            oneLine(json.path("exception_message").asString("")),
                            position(json));
                }
            } catch (JacksonException notJson) {
                // then it is plain text that holds a brace
            }
        }
        Matcher prefixed = PREFIXED.matcher(text);
        return prefixed.matches()
                ? new EngineError(prefixed.group(1), oneLine(prefixed.group(2)), -1)
                : new EngineError("", oneLine(text), -1);
    }

    /** Reads the error object that {@code json_serialize_sql} returns in place of a tree. */
    static EngineError ofSerialization(JsonNode json) {
        return new EngineError(
                json.path("error_type").asString(""),
                oneLine(json.path("error_message").asString("")),
                position(json));
    }

    /** The position as a UTF-16 offset in the text that stands in the statement behind a prefix, or -1. */
    int offsetIn(String text, String prefix) {
        return bytePosition < prefix.length() ? -1 : utf16Offset(text, bytePosition - prefix.length());
    }

    private static int utf16Offset(String text, long bytes) {
        long passed = 0;
        int offset = 0;
        while (offset < text.length() && passed < bytes) {
            int codePoint = text.codePointAt(offset);
            passed += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
            offset += Character.charCount(codePoint);
        }
        return passed == bytes ? offset : -1;
    }

    private static long position(JsonNode json) {
        try {
            return Long.parseLong(json.path("position").asString("-1"));
        } catch (NumberFormatException beyondLong) {
            return -1;
        }
    }

    /** The engine sets apart by a line what it takes for near, and puts a colon too many before the columns of a table. */
    private static String oneLine(String text) {
        String near = NEAR.matcher(text.strip())
                .replaceFirst(match -> match.group(1).isEmpty() ? ". Near names: " : "$1 Near names: ");
        return near.replaceAll("\\s*\\R\\s*", " ");
    }
}
