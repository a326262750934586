package dev.smelt.maven;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Whether what is drawn in a terminal is coloured. */
enum TerminalColour {
    ALWAYS,
    NEVER;

    private static final List<String> NO = List.of("never", "no", "none");

    /**
     * As Maven does it, by {@code style.color} or the name that newer Mavens have for it; and not where {@code NO_COLOR} is
     * set and Maven was told nothing else.
     *
     * @param system with the variables of the environment, as Maven keeps them
     */
    static TerminalColour of(Properties user, Properties system) {
        Optional<String> style = Stream.of(user, system)
                .flatMap(properties ->
                        Stream.of("maven.style.color", "style.color").map(properties::getProperty))
                .flatMap(Stream::ofNullable)
                .map(each -> each.toLowerCase(Locale.ROOT))
                .findFirst();
        if (style.isPresent() && !style.get().equals("auto")) {
            return NO.contains(style.get()) ? NEVER : ALWAYS;
        }
        return system.getProperty("env.NO_COLOR", "").isEmpty() ? ALWAYS : NEVER;
    }
}
