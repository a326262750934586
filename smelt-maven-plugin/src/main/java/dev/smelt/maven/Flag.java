package dev.smelt.maven;

import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A parameter that is on or off. Maven reads {@code -Dsmelt.dryRun=} and {@code -Dsmelt.dryRun=yes} as off without a word,
 * and a dry run that is none writes; so the command line is read again here.
 */
final class Flag {
    private Flag() {}

    /**
     * Whether the flag is on.
     *
     * @param configured what Maven made of the POM and the command line
     * @param user the properties of the command line
     */
    static boolean isOn(String property, boolean configured, Properties user) {
        return Optional.ofNullable(user.getProperty(property))
                .map(value -> value.isBlank()
                        || Choice.of(property, value, List.of("true", "false")).equals("true"))
                .orElse(configured);
    }
}
