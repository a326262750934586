package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A YAML document as written: every node knows its place, and scalars are text, whatever YAML would make of them. */
sealed interface YamlNode {
    Place place();

    /** What the node is, for messages that expected something else. */
    String kind();

    /**
     * A value without parts.
     *
     * @param text without quotes; {@code no}, {@code 1:30} and dates are what the user typed
     * @param empty whether nothing stands there
     */
    record Scalar(Place place, String text, boolean empty) implements YamlNode {
        @Override
        public String kind() {
            return empty ? "empty" : "'" + text.strip() + "'";
        }
    }

    /** A list. */
    record Sequence(Place place, List<YamlNode> items) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Keys and values, in the order written. */
    record Mapping(Place place, List<Entry> entries) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }

        @Override
        public String kind() {
            return "a mapping";
        }

        Optional<Entry> entry(String key) {
            return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
        }

        /** This mapping, completed by what another says of keys that this one is silent about, at every depth. */
        Mapping completedBy(Mapping other) {
            Map<String, Entry> merged = new LinkedHashMap<>();
            entries.forEach(entry -> merged.put(entry.key(), entry));
            for (Entry theirs : other.entries) {
                merged.merge(theirs.key(), theirs, (ours, ignored) -> ours.completedBy(theirs));
            }
            return new Mapping(place, new ArrayList<>(merged.values()));
        }
    }

    /** A key, where it stands, and its value. */
    record Entry(String key, Place place, YamlNode value) {
        private Entry completedBy(Entry other) {
            return value instanceof Mapping ours && other.value instanceof Mapping theirs
                    ? new Entry(key, place, ours.completedBy(theirs))
                    : this;
        }
    }
}
