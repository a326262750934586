package dev.smelt.report.snapshot;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.time.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A part of a snapshot's document, read strictly.
 *
 * @param file the file, for messages
 * @param path where in the document it stands: {@code models[3].clock}; empty for the document itself
 */
record Entry(String file, String path, JsonNode node) {

    Entry entry(String key) {
        return optional(key).orElseThrow(() -> at(key).damaged("is missing"));
    }

    Optional<Entry> optional(String key) {
        if (!node.isObject()) {
            throw damaged("is no object");
        }
        return Optional.ofNullable(node.get(key)).map(value -> new Entry(file, below(key), value));
    }

    List<Entry> list(String key) {
        Entry list = entry(key);
        if (!list.node.isArray()) {
            throw list.damaged("is no list");
        }
        List<Entry> items = new ArrayList<>();
        for (int i = 0; i < list.node.size(); i++) {
            items.add(new Entry(file, list.path + "[" + i + "]", list.node.get(i)));
        }
        return items;
    }

    String text(String key) {
        return entry(key).asText();
    }

    List<String> texts(String key) {
        return list(key).stream().map(Entry::asText).toList();
    }

    Optional<String> optionalText(String key) {
        return optional(key).map(Entry::asText);
    }

    String oneOf(String key, List<String> words) {
        String word = text(key);
        if (!words.contains(word)) {
            throw at(key).damaged("is '" + word + "', and one of " + String.join(", ", words) + " is expected");
        }
        return word;
    }

    boolean flag(String key) {
        return entry(key).asFlag();
    }

    Optional<Boolean> optionalFlag(String key) {
        return optional(key).map(Entry::asFlag);
    }

    long number(String key) {
        Entry number = entry(key);
        if (!number.node.isIntegralNumber() || !number.node.canConvertToLong()) {
            throw number.damaged("is no whole number");
        }
        return number.node.longValue();
    }

    /** A point on the axis: as the granularity writes it, or the axis value itself. */
    long time(String key, Optional<Granularity> granularity) {
        Entry time = entry(key);
        if (time.node.isString()) {
            return granularity
                    .flatMap(each -> each.parse(time.asText()))
                    .orElseThrow(() -> time.damaged("is no time: '" + time.asText() + "'"));
        }
        return number(key);
    }

    SmeltException damaged(String what) {
        String subject = path.isEmpty() ? "the document" : path;
        return SmeltException.tool(Diagnostic.error(
                "SMELT-D011",
                Place.file(file),
                "The snapshot is damaged: " + subject + " " + what + ".",
                "Write it again with mvn smelt:snapshot."));
    }

    private String asText() {
        if (!node.isString()) {
            throw damaged("is no text");
        }
        return node.stringValue();
    }

    private boolean asFlag() {
        if (!node.isBoolean()) {
            throw damaged("is neither true nor false");
        }
        return node.booleanValue();
    }

    private Entry at(String key) {
        return new Entry(file, below(key), node);
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
