package dev.smelt.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code summary.md}: one section per goal of a build that ran in this output directory, for the page that a CI server
 * shows of it. A goal takes out its own section when it begins, and those of earlier builds, so that an old one never
 * speaks for this build.
 */
final class SummaryFile {

    private static final Pattern SECTION = Pattern.compile(
            "<!-- smelt:([a-z]+) ([0-9]+) -->\\n.*?(?=\\z|^<!-- smelt:[a-z]+ [0-9]+ -->$)",
            Pattern.DOTALL | Pattern.MULTILINE);

    private final Path file;
    private final long build;

    /** @param build what this build has and no other: when it began */
    SummaryFile(Path directory, Instant build) {
        this.build = build.toEpochMilli();
        this.file = directory.resolve("summary.md");
    }

    /** Takes out a goal's section and those of earlier builds; a file without sections goes. */
    void remove(String goal) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        String others = others(goal);
        if (others.isEmpty()) {
            Files.delete(file);
        } else {
            Files.writeString(file, others, StandardCharsets.UTF_8);
        }
    }

    /** Puts a goal's section at the end, in place of the one that it may have. */
    void put(String goal, String section) throws IOException {
        Files.createDirectories(file.getParent());
        String others = Files.exists(file) ? others(goal) : "";
        Files.writeString(
                file, others + "<!-- smelt:" + goal + " " + build + " -->\n" + section + "\n", StandardCharsets.UTF_8);
    }

    private String others(String goal) throws IOException {
        return SECTION.matcher(Files.readString(file, StandardCharsets.UTF_8))
                .results()
                .filter(section -> section.group(2).equals(String.valueOf(build)))
                .filter(section -> !section.group(1).equals(goal))
                .map(MatchResult::group)
                .collect(Collectors.joining());
    }
}
