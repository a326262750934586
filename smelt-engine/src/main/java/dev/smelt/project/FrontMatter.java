package dev.smelt.project;

import dev.smelt.model.SourceText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code .sql} file taken apart: the YAML between a first line {@code ---} and the next such line, and all that follows.
 *
 * @param yaml the text between the two lines; empty where the file begins otherwise
 * @param sql the rest of the file, exactly as it is
 */
record FrontMatter(Optional<SourceText> yaml, SourceText sql) {
    /** Blank lines may stand before the first line, and blanks after its dashes. */
    private static final Pattern OPENING = Pattern.compile("\\A(?:[ \\t]*\\r?\\n)*---[ \\t]*(?:\\r?\\n|\\z)");

    private static final Pattern CLOSING =
            Pattern.compile("^---[ \\t]*(?:\\r?\\n|\\z)", Pattern.MULTILINE | Pattern.UNIX_LINES);

    /** The two parts; nothing, and a problem, where the front matter does not end. */
    static Optional<FrontMatter> of(SourceText file, Problems problems) {
        Matcher opening = OPENING.matcher(file.text());
        if (!opening.find()) {
            return Optional.of(new FrontMatter(Optional.empty(), file));
        }
        Matcher closing = CLOSING.matcher(file.text());
        if (!closing.find(opening.end())) {
            problems.error(
                    Problems.FRONT_MATTER,
                    file.place(file.text().indexOf("---")),
                    "The front matter that begins here does not end.",
                    "Close it with a line '---' before the SELECT.");
            return Optional.empty();
        }
        return Optional.of(new FrontMatter(
                Optional.of(FileText.part(file, opening.end(), closing.start())),
                FileText.part(file, closing.end(), file.text().length())));
    }
}
