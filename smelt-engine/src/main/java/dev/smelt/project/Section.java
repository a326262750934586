package dev.smelt.project;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Mapping;
import dev.smelt.project.YamlNode.Scalar;
import dev.smelt.project.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping of a YAML file and how its keys are asked for. Each question checks the value, reports what is wrong with it,
 * and then answers as if the key were not there.
 *
 * @param mapping the keys
 * @param name what the mapping is, for messages: {@code smelt.yml}, {@code model silver.sessions}
 * @param variables expanded in every scalar that is asked for, and in no other
 */
record Section(Mapping mapping, String name, Variables variables, Problems problems) {
    /** The node as a section; where it is no mapping, a problem. */
    static Optional<Section> of(YamlNode node, String name, Variables variables, Problems problems) {
        if (node instanceof Mapping mapping) {
            return Optional.of(new Section(mapping, name, variables, problems));
        }
        problems.error(
                Problems.WRONG_VALUE,
                node.place(),
                "The " + name + " must be a mapping of keys to values, but is " + node.kind() + ".",
                "");
        return Optional.empty();
    }

    Place place() {
        return mapping.place();
    }

    boolean has(String key) {
        return mapping.entry(key).isPresent();
    }

    Optional<YamlNode> node(String key) {
        return mapping.entry(key).map(Entry::value);
    }

    /** Where the key stands, or the whole section where it is missing. */
    Place place(String key) {
        return mapping.entry(key).map(Entry::place).orElse(place());
    }

    /** Reports every key that is not one of these. */
    void onlyKnows(Collection<String> known) {
        for (Entry entry : mapping.entries()) {
            if (!known.contains(entry.key())) {
                unknown(entry, known);
            }
        }
    }

    void unknown(Entry entry, Collection<String> known) {
        NearNames.nearest(entry.key(), known).ifPresent(key -> problems.misspelt(key, entry.place()));
        String near = NearNames.didYouMean(entry.key(), known).strip();
        String all = "Known keys: " + String.join(", ", known) + ".";
        problems.error(
                Problems.UNKNOWN_KEY,
                entry.place(),
                "Unknown key '" + entry.key() + "' in the " + name + ".",
                near.isEmpty() ? all : near);
    }

    void wrong(String key, YamlNode node, String expected) {
        problems.error(
                Problems.WRONG_VALUE,
                node.place(),
                "'" + key + "' in the " + name + " must be " + expected + ", but is " + node.kind() + ".",
                "");
    }

    Optional<String> text(String key) {
        return node(key).flatMap(node -> text(key, node, "a text"));
    }

    /** The text of a key that must be there. */
    Optional<String> requiredText(String key, String cure) {
        if (!has(key)) {
            problems.missing(key, place(), "The " + name + " has no '" + key + "'.", cure);
        }
        return text(key);
    }

    private Optional<String> text(String key, YamlNode node, String expected) {
        if (node instanceof Scalar scalar && !scalar.empty()) {
            return variables
                    .expand(scalar.text(), problems, offset -> scalar.place())
                    .map(String::strip);
        }
        wrong(key, node, expected);
        return Optional.empty();
    }

    Optional<Boolean> flag(String key) {
        return choice(key, Map.of("true", true, "false", false), List.of("true", "false"));
    }

    /** One of the named values; names compare without case. */
    <T> Optional<T> choice(String key, Map<String, T> values, List<String> order) {
        Optional<YamlNode> node = node(key);
        String expected = alternatives(order);
        Optional<String> text = node.flatMap(each -> text(key, each, expected));
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<T> value = Optional.ofNullable(values.get(text.get().toLowerCase(Locale.ROOT)));
        if (value.isEmpty()) {
            problems.error(
                    Problems.WRONG_VALUE,
                    node.orElseThrow().place(),
                    "'" + key + "' in the " + name + " must be " + expected + ", but is '" + text.get() + "'.",
                    NearNames.didYouMean(text.get(), order).strip());
        }
        return value;
    }

    static String alternatives(List<String> order) {
        int last = order.size() - 1;
        return last == 0 ? order.get(0) : String.join(", ", order.subList(0, last)) + " or " + order.get(last);
    }

    /** A text or a list of texts, each with its place. */
    List<Scalar> texts(String key) {
        List<Scalar> texts = new ArrayList<>();
        Optional<YamlNode> node = node(key);
        if (node.isEmpty()) {
            return texts;
        }
        List<YamlNode> items = node.get() instanceof Sequence sequence ? sequence.items() : List.of(node.get());
        for (YamlNode item : items) {
            text(key, item, "a text or a list of texts")
                    .ifPresent(text -> texts.add(new Scalar(item.place(), text, false)));
        }
        return texts;
    }

    /** A mapping below this one. */
    Optional<Section> section(String key) {
        Optional<YamlNode> node = node(key);
        if (node.isPresent() && !(node.get() instanceof Mapping)) {
            wrong(key, node.get(), "a mapping of keys to values");
        }
        return node.filter(Mapping.class::isInstance)
                .map(each -> new Section((Mapping) each, "'" + key + "' of the " + name, variables, problems));
    }
}
