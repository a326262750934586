package dev.smelt.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the documents quote from the runs of invoker projects. A quotation is a fenced block under the line
 * {@code <!-- quoted from <project> -->}; it may leave lines out at a line {@code ...}. Figures may differ, since row
 * counts follow the size of the feed and times the machine; dates may not.
 */
public final class Quotations {

    private static final Pattern QUOTATION =
            Pattern.compile("<!-- quoted from ([\\w-]+) -->\\s*```\\w*\\n(.*?)```", Pattern.DOTALL);
    /** A number that stands for itself, the instant of a run, and the name that a run is given. */
    private static final Pattern FIGURE =
            Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|\\b\\d{8}-\\d{6}-[0-9a-f]{8}\\b"
                    + "|(?<![\\w.,-])\\d[\\d,]*(\\.\\d+)?(?![\\w-])");

    private Quotations() {}

    /**
     * A block that a document quotes.
     *
     * @param document the document's file name
     * @param project the invoker project that is said to have printed it
     */
    public record Quotation(String document, String project, String text) {}

    /** Fails where a document under {@code root} quotes what this project did not print in this run. */
    public static void check(File root, File basedir) {
        String story = figuresLeftOut(read(basedir.toPath().resolve("story.txt")));
        for (Quotation quotation : in(root.toPath())) {
            if (quotation.project().equals(basedir.getName())) {
                int from = 0;
                for (String piece : quotation.text().split("(?m)^\\.\\.\\.\\n")) {
                    String expected = figuresLeftOut(piece).strip();
                    assertThat(story.substring(from))
                            .as("quoted in %s", quotation.document())
                            .contains(expected);
                    from = story.indexOf(expected, from) + expected.length();
                }
            }
        }
    }

    /** Every quotation in README.md and docs. */
    public static List<Quotation> in(Path root) {
        return documents(root).stream()
                .flatMap(document ->
                        QUOTATION.matcher(read(document)).results().map(found -> quotation(document, found)))
                .toList();
    }

    /** README.md, CONTRIBUTING.md and what lies in docs. */
    static List<Path> documents(Path root) {
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Quotation quotation(Path document, MatchResult found) {
        return new Quotation(document.getFileName().toString(), found.group(1), found.group(2));
    }

    /** The text with every figure replaced and columns drawn together, since their widths follow the figures. */
    private static String figuresLeftOut(String text) {
        return FIGURE.matcher(text).replaceAll("#").replaceAll("[ -]{2,}", " ").replaceAll("(?m)[ ]+$", "");
    }
}
