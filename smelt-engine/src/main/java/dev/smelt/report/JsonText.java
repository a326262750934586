package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How reports are written as JSON: keys in the order given, two blanks, {@code \n} on every platform. */
final class JsonText {

    private static final JsonMapper MAPPER = new JsonMapper();

    private JsonText() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The items as an array, in order. */
    static <T> ArrayNode array(Iterable<T> items, Function<T, ObjectNode> json) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(json.apply(item)));
        return array;
    }

    static ArrayNode texts(Iterable<String> items) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(array::add);
        return array;
    }

    static ArrayNode diagnostics(List<Diagnostic> diagnostics) {
        return array(diagnostics, JsonText::diagnostic);
    }

    private static ObjectNode diagnostic(Diagnostic diagnostic) {
        ObjectNode json = object().put("code", diagnostic.code())
                .put("severity", diagnostic.severity().name().toLowerCase(Locale.ROOT));
        diagnostic
                .place()
                .ifPresent(place ->
                        json.put("file", place.file()).put("line", place.line()).put("column", place.column()));
        return json.put("message", diagnostic.message()).put("cure", diagnostic.cure());
    }

    /** {@code {"start": .., "end": ..}}, the end exclusive, as the granularity writes values. */
    static ObjectNode window(Interval window, Granularity granularity) {
        return object().put("start", granularity.format(window.start())).put("end", granularity.format(window.end()));
    }

    static ArrayNode windows(IntervalSet windows, Granularity granularity) {
        return array(windows.intervals(), window -> window(window, granularity));
    }

    /** The document on one line, without a line end. */
    static String line(ObjectNode document) {
        return MAPPER.writeValueAsString(document);
    }

    /** The document, ending in a line end. */
    static String print(ObjectNode document) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return MAPPER.writer().with(printer).writeValueAsString(document) + "\n";
    }
}
