package dev.smelt.it;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What an invocation printed, without colours and without the invoker's own lines.
 *
 * @param text lines, each with its end
 */
public record Console(String text) {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern INVOKER =
            Pattern.compile("(Running|Finished) (pre-build|post-build) script: .*|.*No such script.*");

    /** What Maven says around every goal, and its advice after a failure. */
    private static final Pattern MAVEN = Pattern.compile("\\[(INFO|ERROR)\\] ?(-+|-+[<\\[].*[>\\]]-+|-+ .+ -+|--- .*"
            + "|Scanning for projects.*|Building .*|BUILD .*|Total time: .*|Finished at: .*"
            + "|To see the full stack trace.*|Re-run Maven using.*|For more information about.*|\\[Help 1\\].*)?"
            + "|\\s*from pom.xml|Download(ing|ed) from .*");

    static Console of(String log) {
        StringBuilder text = new StringBuilder();
        log.lines()
                // Some launchers of Maven reset the terminal's colours in a line of their own.
                .filter(line ->
                        line.isEmpty() || !COLOUR.matcher(line).replaceAll("").isEmpty())
                .map(line -> COLOUR.matcher(line).replaceAll(""))
                .filter(line -> !INVOKER.matcher(line).matches())
                .forEach(line -> text.append(line).append('\n'));
        return new Console(text.toString());
    }

    /** The lines that the goal itself is the author of, without the log's level where that is INFO. */
    public List<String> told() {
        return text.lines()
                .filter(line -> !MAVEN.matcher(line).matches())
                .map(line -> line.replaceFirst("^\\[INFO\\] ", "").replaceFirst(" -> \\[Help 1\\]$", ""))
                .toList();
    }
}
