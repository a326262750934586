package dev.smelt.report;

/** Pieces of Markdown that keep their shape whatever the text in them holds. */
final class MarkdownText {
    private MarkdownText() {}

    /** A code span with a longer fence than any run of back ticks inside; a bar would end the table's cell even there. */
    static String code(String text) {
        String fence = longerThanAnyIn(text, "`");
        String padding = fence.length() > 1 ? " " : "";
        return fence + padding + text.replace("|", "\\|").replaceAll("\\s+", " ") + padding + fence;
    }

    /** Words in a line or in a table's cell. */
    static String words(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("_", "\\_")
                .replaceAll("\\s+", " ");
    }

    /** Lines as they are, with an empty line before and none after. */
    static String block(String text) {
        String fence = longerThanAnyIn(text, "```");
        return "\n" + fence + "text\n" + text.stripTrailing() + "\n" + fence + "\n";
    }

    /** A row of a table. */
    static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String longerThanAnyIn(String text, String shortest) {
        String fence = shortest;
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence;
    }
}
