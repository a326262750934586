package dev.smelt.warehouse.duckdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The engine's syntax tree as {@code json_serialize_sql} gives it; bound to the engine's version, so it stays in here. */
final class SyntaxTree {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(100_000)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(100_000)
                            .build())
                    .build())
            .build();

    private final String text;
    private final JsonNode root;
    private volatile String comparable;

    private SyntaxTree(String text, JsonNode root) {
        this.text = text;
        this.root = root;
    }

    static SyntaxTree parse(String json) {
        return new SyntaxTree(json, JSON.readTree(json));
    }

    boolean isError() {
        return root.path("error").asBoolean(false);
    }

    EngineError error() {
        return EngineError.ofSerialization(root);
    }

    List<JsonNode> statements() {
        return root.path("statements").values().stream().toList();
    }

    /** Takes every position out, so that two spellings of one text give the same tree. */
    JsonNode withoutPositions() {
        JsonNode copy = root.deepCopy();
        visit(copy, object -> object.remove(List.of("query_location", "query_location_length")));
        return copy;
    }

    /** {@link #withoutPositions} as text, made once. */
    String textWithoutPositions() {
        if (comparable == null) {
            comparable = JSON.writeValueAsString(withoutPositions());
        }
        return comparable;
    }

    /** Calls the visitor with every object of the tree, parents before children; not recursive, since SQL nests deep. */
    static void visit(JsonNode from, Consumer<ObjectNode> visitor) {
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(from);
        while (!open.isEmpty()) {
            JsonNode node = open.pop();
            if (node instanceof ObjectNode object) {
                visitor.accept(object);
            }
            node.values().forEach(open::push);
        }
    }

    void visit(Consumer<ObjectNode> visitor) {
        visit(root, visitor);
    }

    /** The engine's own words. */
    @Override
    public String toString() {
        return text;
    }
}
