package dev.smelt.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whether Maven was asked to write everything into a file ({@code -l}, {@code --log-file}). It tells no plugin, so its command
 * line is asked.
 */
final class LogFile {
    private LogFile() {}

    /**
     * Whether this Maven was asked so.
     *
     * @param root the directory that has {@code .mvn}, where there is one
     */
    static boolean isAskedFor(Optional<Path> root) {
        List<String> words = new ArrayList<>(
                ProcessHandle.current().info().arguments().map(Arrays::asList).orElse(List.of()));
        root.map(each -> each.resolve(".mvn").resolve("maven.config"))
                .filter(Files::isRegularFile)
                .ifPresent(file -> words.addAll(words(file)));
        return isIn(words);
    }

    /** Whether these words of a command line ask so. */
    static boolean isIn(List<String> words) {
        return words.stream()
                .anyMatch(word -> word.equals("-l")
                        || word.equals("--log-file")
                        || word.startsWith("--log-file=")
                        || (word.startsWith("-l") && word.length() > 2 && !word.equals("-llr")));
    }

    private static List<String> words(Path config) {
        try {
            return List.of(
                    Files.readString(config, StandardCharsets.UTF_8).strip().split("\\s+"));
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
