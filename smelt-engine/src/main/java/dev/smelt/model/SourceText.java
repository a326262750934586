package dev.smelt.model;

import dev.smelt.diagnostics.Place;

/**
 * A text of the user's project and where it begins in its file, so that an offset in it can be named as a place.
 *
 * @param file the path relative to the project directory
 * @param text the text, exactly as in the file (line ends, tabs and all)
 * @param start the offset of the text in the file, in UTF-16 units
 * @param line the line in the file on which the text starts, from 1
 * @param column the column in that line at which it starts, from 1
 */
public record SourceText(String file, String text, int start, int line, int column) {
    public static SourceText whole(String file, String text) {
        return new SourceText(file, text, 0, 1, 1);
    }

    /** The place of an offset (from 0) of the text. */
    public Place place(int offset) {
        int atLine = line;
        int lineStart = 0;
        int end = Math.min(offset, text.length());
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                atLine++;
                lineStart = i + 1;
            }
        }
        int atColumn = end - lineStart + 1 + (atLine == line ? column - 1 : 0);
        return new Place(file, atLine, atColumn);
    }
}
