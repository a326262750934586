package dev.smelt.it;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The steps of a project as a text for people: each command, what it printed, how long it took, and tables of figures.
 * It is kept in a file, which the documents quote from, and can be told aloud on the console.
 */
public final class Narration {

    private static final int WIDTH = 100;
    private static final int LONGEST = 48;

    private final Path file;
    private final boolean aloud;

    Narration(Path file, boolean aloud) {
        this.file = file;
        this.aloud = aloud;
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void begins(int number, String title, String command) {
        String head = title.isEmpty() ? "== " + number + " " : "== " + number + ". " + title + " ";
        say("\n" + head + "=".repeat(Math.max(2, WIDTH - head.length())) + "\n$ " + command);
    }

    void ended(Step step) {
        List<String> told = step.console().told();
        told.stream().limit(LONGEST).forEach(this::say);
        if (told.size() > LONGEST) {
            say("... and " + (told.size() - LONGEST) + " lines more");
        }
        say(String.format(Locale.ROOT, "(%.1f s)", step.seconds()));
    }

    /** Something that is done beside the commands, such as data that arrives. */
    public void note(String text) {
        text.lines().forEach(line -> say("   # " + line));
    }

    /** A table; the first column is text, the others are aligned to the right. */
    public void table(List<String> head, List<List<String>> rows) {
        int[] widths = new int[head.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = Math.max(
                    head.get(at).length(),
                    rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        line(head, widths);
        say("-".repeat(Arrays.stream(widths).sum() + 2 * (widths.length - 1)));
        rows.forEach(row -> line(row, widths));
    }

    /** A text of the story that is no command. */
    public void say(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, bytes, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (aloud) {
            // Not System.out, which belongs to the build log while a script runs.
            PrintStream console =
                    new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
            console.write(bytes, 0, bytes.length);
            console.flush();
        }
    }

    private void line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder(pad(cells.get(0), -widths[0]));
        for (int column = 1; column < widths.length; column++) {
            line.append("  ").append(pad(cells.get(column), widths[column]));
        }
        say(line.toString().stripTrailing());
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
