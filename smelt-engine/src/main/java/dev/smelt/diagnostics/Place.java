package dev.smelt.diagnostics;

/**
 * A position in a file of the user's project.
 *
 * @param file the path relative to the project directory, with {@code /} between its parts
 * @param line from 1; 0 where the whole file is meant
 * @param column from 1, in UTF-16 units, a tab counting as one; 0 where the whole line is meant
 */
public record Place(String file, int line, int column) implements Comparable<Place> {
    public static Place file(String file) {
        return new Place(file, 0, 0);
    }

    @Override
    public int compareTo(Place other) {
        int byFile = file.compareTo(other.file);
        if (byFile != 0) {
            return byFile;
        }
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    /** {@code models/a.sql:3:14}, or without the parts that are 0. */
    @Override
    public String toString() {
        return line == 0 ? file : column == 0 ? file + ":" + line : file + ":" + line + ":" + column;
    }
}
