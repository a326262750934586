package dev.smelt.sql;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One object of the engine's syntax tree. A key that is missing, or holds another kind of value, gives nothing. */
public final class EngineNode {
    private static final String NO_LOCATION = "18446744073709551615";

    private final Map<String, Object> fields;

    EngineNode(Map<String, Object> fields) {
        this.fields = Collections.unmodifiableMap(fields);
    }

    /** The text of a string, number or truth value; empty where there is none. */
    public String text(String key) {
        return fields.get(key) instanceof String text ? text : "";
    }

    public boolean flag(String key) {
        return text(key).equals("true");
    }

    public Optional<EngineNode> node(String key) {
        return fields.get(key) instanceof EngineNode node ? Optional.of(node) : Optional.empty();
    }

    /** The objects in a list. */
    public List<EngineNode> nodes(String key) {
        return list(key).stream()
                .filter(EngineNode.class::isInstance)
                .map(EngineNode.class::cast)
                .toList();
    }

    /** The strings, numbers and truth values in a list. */
    public List<String> texts(String key) {
        return list(key).stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** The lists in a list. */
    public List<List<?>> rows(String key) {
        return list(key).stream()
                .<List<?>>mapMulti((each, out) -> {
                    if (each instanceof List<?> row) {
                        out.accept(row);
                    }
                })
                .toList();
    }

    private List<?> list(String key) {
        return fields.get(key) instanceof List<?> list ? list : List.of();
    }

    /** The kind of node: {@code SELECT_NODE}, {@code COMPARE_EQUAL}, {@code BASE_TABLE}. */
    public String type() {
        return text("type");
    }

    /** The offset in UTF-8 bytes at which the node stands, where it stands anywhere. */
    public Optional<Integer> location() {
        String location = text("query_location");
        return location.isEmpty() || location.equals(NO_LOCATION)
                ? Optional.empty()
                : Optional.of(Integer.parseInt(location));
    }

    /** The length in UTF-8 bytes; 0 where the location is that of an operator alone. */
    public int length() {
        String length = text("query_location_length");
        return length.isEmpty() || length.equals(NO_LOCATION) ? 0 : Integer.parseInt(length);
    }

    /** The first key that says something and is none of these. */
    public Optional<String> unexpected(Set<String> known) {
        return fields.entrySet().stream()
                .filter(field -> !known.contains(field.getKey()) && !isBlank(field.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean isBlank(Object value) {
        return value.equals("") || value.equals("false") || (value instanceof Collection<?> list && list.isEmpty());
    }

    /** Calls the visitor with this node and every one below it, parents first. */
    public void visit(Consumer<EngineNode> visitor) {
        visitor.accept(this);
        fields.values().forEach(value -> visit(value, visitor));
    }

    private static void visit(Object value, Consumer<EngineNode> visitor) {
        if (value instanceof EngineNode node) {
            node.visit(visitor);
        } else if (value instanceof List<?> list) {
            list.forEach(each -> visit(each, visitor));
        }
    }
}
