package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.SourceText;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Mapping;
import dev.smelt.project.YamlNode.Scalar;
import dev.smelt.project.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads one YAML document into a tree of placed nodes. */
final class YamlReader {
    private static final YAMLFactory YAML = YAMLFactory.builder().build();

    /** The parser's own account of where it stood; the last one in a message is where the problem is. */
    private static final Pattern MARK = Pattern.compile("line (\\d+), column (\\d+)");

    private static final Pattern POSITION = Pattern.compile("position (\\d+)");

    private final SourceText source;
    private final Problems problems;

    /** A document with an alias is not read further: its values would be wrong. */
    private boolean aliasSeen;

    private YamlReader(SourceText source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    /** The document, or nothing where the text holds none or is wrong; what is wrong goes to the problems. */
    static Optional<YamlNode> read(SourceText source, Problems problems) {
        return new YamlReader(source, problems).read();
    }

    private Optional<YamlNode> read() {
        try (JsonParser parser = YAML.createParser(ObjectReadContext.empty(), source.text())) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return Optional.empty();
            }
            YamlNode root = node(parser, first);
            if (aliasSeen) {
                return Optional.empty();
            }
            if (parser.nextToken() != null) {
                problems.error(
                        Problems.YAML_SYNTAX,
                        place(parser),
                        "A second YAML document begins here.",
                        "Keep one document per file.");
            }
            return Optional.of(root);
        } catch (JacksonException e) {
            problems.error(Problems.YAML_SYNTAX, place(e), "This is not YAML: " + reason(e) + ".", "");
            return Optional.empty();
        }
    }

    private YamlNode node(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> mapping(parser);
            case START_ARRAY -> sequence(parser);
            default -> scalar(parser, token);
        };
    }

    private Scalar scalar(JsonParser parser, JsonToken token) {
        Place place = place(parser);
        if (((YAMLParser) parser).isCurrentAlias()) {
            aliasSeen = true;
            problems.error(
                    Problems.YAML_SYNTAX,
                    place,
                    "'*" + parser.getString() + "' is a YAML alias, which smelt does not follow.",
                    "Write the value out.");
        }
        String text = Optional.ofNullable(parser.getString()).orElse("");
        return new Scalar(place, text, token == JsonToken.VALUE_NULL && text.isEmpty());
    }

    private Sequence sequence(JsonParser parser) {
        Place place = place(parser);
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(parser, token));
        }
        return new Sequence(place, items);
    }

    private Mapping mapping(JsonParser parser) {
        Place place = place(parser);
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String key = parser.currentName();
            Place keyPlace = place(parser);
            Entry entry = new Entry(key, keyPlace, node(parser, parser.nextToken()));
            Entry first = entries.putIfAbsent(key, entry);
            if (first != null) {
                problems.error(
                        Problems.DUPLICATE_KEY,
                        keyPlace,
                        "The key '" + key + "' stands here a second time; the first is in line "
                                + first.place().line() + ".",
                        "Keep one of them.");
            }
        }
        return new Mapping(place, new ArrayList<>(entries.values()));
    }

    private Place place(JsonParser parser) {
        return placeOfCodePoint(parser.currentTokenLocation().getCharOffset());
    }

    /** The parser counts code points; places count UTF-16 units. */
    private Place placeOfCodePoint(long index) {
        String text = source.text();
        int codePoints = text.codePointCount(0, text.length());
        int inside = (int) Math.max(0, Math.min(index, codePoints));
        return source.place(text.offsetByCodePoints(0, inside));
    }

    private Place place(JacksonException e) {
        Matcher mark = MARK.matcher(e.getOriginalMessage());
        int line = 0;
        int column = 0;
        while (mark.find()) {
            line = Integer.parseInt(mark.group(1));
            column = Integer.parseInt(mark.group(2));
        }
        if (line > 0) {
            return placeOfMark(line, column);
        }
        Matcher position = POSITION.matcher(
                e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage()));
        if (position.find()) {
            return placeOfCodePoint(Long.parseLong(position.group(1)));
        }
        TokenStreamLocation location = e.getLocation();
        return location == null ? source.place(0) : placeOfMark(location.getLineNr(), location.getColumnNr());
    }

    private Place placeOfMark(int line, int column) {
        String text = source.text();
        int start = 0;
        for (int at = 1; at < line; at++) {
            int lineEnd = text.indexOf('\n', start);
            if (lineEnd < 0) {
                break;
            }
            start = lineEnd + 1;
        }
        int offset = start;
        for (int at = 1; at < column && offset < text.length(); at++) {
            offset = text.offsetByCodePoints(offset, 1);
        }
        return source.place(offset);
    }

    /** The parser's sentence without its excerpts of the text, on one line. */
    private static String reason(JacksonException e) {
        StringBuilder reason = new StringBuilder();
        for (String line : e.getOriginalMessage().lines().toList()) {
            boolean excerpt = line.isBlank() || line.startsWith(" ");
            if (!excerpt) {
                reason.append(reason.isEmpty() ? "" : ", ").append(line.strip());
            }
        }
        return reason.toString().replaceAll("\\.$", "");
    }
}
