package dev.smelt.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the text of a type as the engine prints it, and the usual aliases. */
final class TypeReader {
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("INT", "INTEGER"),
            Map.entry("INT4", "INTEGER"),
            Map.entry("SIGNED", "INTEGER"),
            Map.entry("INT8", "BIGINT"),
            Map.entry("LONG", "BIGINT"),
            Map.entry("INT2", "SMALLINT"),
            Map.entry("SHORT", "SMALLINT"),
            Map.entry("INT1", "TINYINT"),
            Map.entry("TEXT", "VARCHAR"),
            Map.entry("STRING", "VARCHAR"),
            Map.entry("CHAR", "VARCHAR"),
            Map.entry("BPCHAR", "VARCHAR"),
            Map.entry("CHARACTER VARYING", "VARCHAR"),
            Map.entry("BOOL", "BOOLEAN"),
            Map.entry("LOGICAL", "BOOLEAN"),
            Map.entry("REAL", "FLOAT"),
            Map.entry("FLOAT4", "FLOAT"),
            Map.entry("FLOAT8", "DOUBLE"),
            Map.entry("DOUBLE PRECISION", "DOUBLE"),
            Map.entry("DATETIME", "TIMESTAMP"),
            Map.entry("TIMESTAMP_US", "TIMESTAMP"),
            Map.entry("TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP"),
            Map.entry("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE"),
            Map.entry("TIMETZ", "TIME WITH TIME ZONE"),
            Map.entry("BYTEA", "BLOB"),
            Map.entry("VARBINARY", "BLOB"),
            Map.entry("BINARY", "BLOB"),
            Map.entry("VARINT", "BIGNUM"),
            Map.entry("BITSTRING", "BIT"));

    private final String text;
    private int at;

    private TypeReader(String text) {
        this.text = text;
    }

    static TypeShape read(String text) {
        TypeReader reader = new TypeReader(text.trim());
        try {
            TypeShape shape = reader.type();
            return reader.isAtEnd() ? shape : new TypeShape.Unknown(text.trim());
        } catch (UnreadableType | NumberFormatException unreadable) {
            return new TypeShape.Unknown(text.trim());
        }
    }

    private static final class UnreadableType extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private boolean isAtEnd() {
        skipBlanks();
        return at == text.length();
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean accept(char c) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw new UnreadableType();
        }
    }

    private TypeShape type() {
        TypeShape shape = withoutBrackets();
        while (accept('[')) {
            int size = accept(']') ? 0 : number();
            if (size > 0) {
                expect(']');
            }
            shape = new TypeShape.Sequence(shape, size);
        }
        return shape;
    }

    private TypeShape withoutBrackets() {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == '"') {
            return new TypeShape.Scalar(quoted('"'));
        }
        String name = words();
        if (!accept('(')) {
            return name.equals("DECIMAL") || name.equals("NUMERIC") || name.equals("DEC")
                    ? new TypeShape.Decimal(18, 3)
                    : new TypeShape.Scalar(ALIASES.getOrDefault(name, name));
        }
        return withArguments(name);
    }

    private TypeShape withArguments(String name) {
        switch (name) {
            case "DECIMAL", "NUMERIC", "DEC":
                return decimal();
            case "STRUCT", "ROW":
                return new TypeShape.Struct(fields());
            case "UNION":
                return new TypeShape.Union(fields());
            case "TUPLE":
                return new TypeShape.Tuple(elements());
            case "ENUM":
                return enumeration();
            case "MAP":
                TypeShape key = type();
                expect(',');
                TypeShape value = type();
                expect(')');
                return new TypeShape.Mapping(key, value);
            default:
                return withLength(name);
        }
    }

    private TypeShape withLength(String name) {
        if (!ALIASES.getOrDefault(name, name).equals("VARCHAR")) {
            throw new UnreadableType();
        }
        // The engine takes a length and ignores it.
        number();
        expect(')');
        return new TypeShape.Scalar("VARCHAR");
    }

    private TypeShape decimal() {
        int width = number();
        int scale = accept(',') ? number() : 0;
        expect(')');
        return new TypeShape.Decimal(width, scale);
    }

    private List<TypeShape.Field> fields() {
        List<TypeShape.Field> fields = new ArrayList<>();
        do {
            skipBlanks();
            String name = at < text.length() && text.charAt(at) == '"' ? quoted('"') : word();
            fields.add(new TypeShape.Field(name, type()));
        } while (accept(','));
        expect(')');
        return fields;
    }

    private List<TypeShape> elements() {
        List<TypeShape> elements = new ArrayList<>();
        do {
            elements.add(type());
        } while (accept(','));
        expect(')');
        return elements;
    }

    private TypeShape enumeration() {
        List<String> values = new ArrayList<>();
        if (!accept(')')) {
            do {
                skipBlanks();
                values.add(quoted('\''));
            } while (accept(','));
            expect(')');
        }
        return new TypeShape.Enumeration(values);
    }

    private int number() {
        skipBlanks();
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        return Integer.parseInt(text.substring(start, at));
    }

    private String words() {
        StringBuilder words = new StringBuilder(word());
        skipBlanks();
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            words.append(' ').append(word());
            skipBlanks();
        }
        return words.toString().toUpperCase(Locale.ROOT);
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (start == at) {
            throw new UnreadableType();
        }
        return text.substring(start, at);
    }

    private String quoted(char quote) {
        if (text.charAt(at) != quote) {
            throw new UnreadableType();
        }
        StringBuilder value = new StringBuilder();
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) != quote) {
                value.append(text.charAt(i));
            } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                value.append(quote);
                i++;
            } else {
                at = i + 1;
                return value.toString();
            }
        }
        throw new UnreadableType();
    }
}
