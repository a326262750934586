package dev.smelt.it;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The story on a console: each command, what it printed, how long it took, and tables of figures. */
public final class Narration {

    private static final int WIDTH = 100;
    private static final int LONGEST = 48;

    private final PrintStream out;

    private Narration(PrintStream out) {
        this.out = out;
    }

    /** A story told on the console itself: {@code System.out} belongs to the build log while a script runs. */
    public static Narration onConsole() {
        return new Narration(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
    }

    void begins(int number, String title, String command) {
        String head = "== " + number + ". " + title + " ";
        out.println();
        out.println(head + "=".repeat(Math.max(2, WIDTH - head.length())));
        out.println("$ " + command);
        out.flush();
    }

    void ended(Step step) {
        List<String> told = step.console().told();
        told.stream().limit(LONGEST).forEach(out::println);
        if (told.size() > LONGEST) {
            out.println("... and " + (told.size() - LONGEST) + " lines more");
        }
        out.println(String.format(Locale.ROOT, "(%.1f s)", step.seconds()));
        out.flush();
    }

    /** Something that is done beside the commands, such as data that arrives. */
    public void note(String text) {
        text.lines().forEach(line -> out.println("   # " + line));
        out.flush();
    }

    /** A line of the story that is no command. */
    public void say(String text) {
        out.println(text);
        out.flush();
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
        out.println("-".repeat(Arrays.stream(widths).sum() + 2 * (widths.length - 1)));
        rows.forEach(row -> line(row, widths));
        out.flush();
    }

    private void line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder(pad(cells.get(0), -widths[0]));
        for (int column = 1; column < widths.length; column++) {
            line.append("  ").append(pad(cells.get(column), widths[column]));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
