package dev.smelt.schema;

import dev.smelt.model.SqlType;
import java.util.List;
import java.util.Locale;

/** A column type, taken apart. Two spellings of one type have equal shapes. */
public sealed interface TypeShape {
    /** A type without parts: {@code BIGINT}, {@code TIMESTAMP WITH TIME ZONE}; upper case. */
    record Scalar(String name) implements TypeShape {}

    record Decimal(int width, int scale) implements TypeShape {
        /** The digits before the point. */
        int integerDigits() {
            return width - scale;
        }
    }

    /** @param values in order */
    record Enumeration(List<String> values) implements TypeShape {
        public Enumeration {
            values = List.copyOf(values);
        }
    }

    record Struct(List<Field> fields) implements TypeShape {
        public Struct {
            fields = List.copyOf(fields);
        }
    }

    /** A field of a struct or a member of a union; names compare without case. */
    record Field(String name, TypeShape type) {
        public boolean isNamed(String other) {
            return name.equalsIgnoreCase(other);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Field that && isNamed(that.name) && type.equals(that.type);
        }

        @Override
        public int hashCode() {
            return name.toLowerCase(Locale.ROOT).hashCode() * 31 + type.hashCode();
        }
    }

    /** @param size the fixed length of an array; 0 for a list */
    record Sequence(TypeShape element, int size) implements TypeShape {}

    record Mapping(TypeShape key, TypeShape value) implements TypeShape {}

    record Union(List<Field> members) implements TypeShape {
        public Union {
            members = List.copyOf(members);
        }
    }

    /** What {@code row(1, 'a')} gives: fields without names. */
    record Tuple(List<TypeShape> elements) implements TypeShape {
        public Tuple {
            elements = List.copyOf(elements);
        }
    }

    /** A type with parts of which nothing is known but its text. */
    record Unknown(String text) implements TypeShape {}

    static TypeShape of(SqlType type) {
        return TypeReader.read(type.text());
    }

    /** Whether the type, or a part of it, is that of a bare NULL, which no table should keep. */
    default boolean isUntyped() {
        if (this instanceof Scalar scalar) {
            return scalar.name().equals("NULL");
        }
        if (this instanceof Struct struct) {
            return struct.fields().stream().anyMatch(field -> field.type().isUntyped());
        }
        if (this instanceof Union union) {
            return union.members().stream().anyMatch(member -> member.type().isUntyped());
        }
        if (this instanceof Tuple tuple) {
            return tuple.elements().stream().anyMatch(TypeShape::isUntyped);
        }
        if (this instanceof Mapping mapping) {
            return mapping.key().isUntyped() || mapping.value().isUntyped();
        }
        return this instanceof Sequence sequence && sequence.element().isUntyped();
    }
}
