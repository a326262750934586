package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file found under one of the project's paths.
 *
 * @param file absolute
 * @param relative relative to the project directory, with {@code /} between its parts: how messages name it
 * @param inRoot relative to the path it was found under, in the same form: what its address is made of
 * @param type what kind of file it is, by its ending
 */
record ProjectFile(Path file, String relative, String inRoot, Type type) {
    private static final Pattern PART = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    /** The endings that mean something. */
    enum Type {
        SEED_SCRIPT(".seed.sql"),
        SQL(".sql"),
        YAML(".yml"),
        YAML_LONG(".yaml"),
        CSV(".csv"),
        PARQUET(".parquet"),
        JSON(".json");

        private final String ending;

        Type(String ending) {
            this.ending = ending;
        }

        static Optional<Type> of(String fileName) {
            String lower = fileName.toLowerCase(Locale.ROOT);
            for (Type type : values()) {
                if (lower.endsWith(type.ending) && lower.length() > type.ending.length()) {
                    return Optional.of(type);
                }
            }
            return Optional.empty();
        }

        boolean isYaml() {
            return this == YAML || this == YAML_LONG;
        }

        boolean isSeed() {
            return this == SEED_SCRIPT || this == CSV || this == PARQUET || this == JSON;
        }
    }

    /** The relative path without the ending: what a seed and its YAML file have in common. */
    String stem() {
        return relative.substring(0, relative.length() - type.ending.length());
    }

    Place place() {
        return Place.file(relative);
    }

    /** The address that the file's path gives, or nothing and a problem where SQL could not name it. */
    Optional<Address> address(Problems problems) {
        String path = inRoot.substring(0, inRoot.length() - type.ending.length());
        for (String part : path.split("/")) {
            if (!PART.matcher(part).matches()) {
                problems.error(
                        Problems.NAME,
                        place(),
                        "'" + part + "' cannot be part of an address, since SQL could not name it.",
                        "Use letters, digits and underscores, a letter first.");
                return Optional.empty();
            }
        }
        return Optional.of(new Address(path.replace('/', '.')));
    }
}
