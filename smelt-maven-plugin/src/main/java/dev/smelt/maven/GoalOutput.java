package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.JUnitXml;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/**
 * Where a goal's report goes: to standard output as it is, and into files. Standard output and not the log, so that
 * {@code -q} hides nothing that was asked for and no prefix breaks the text.
 */
final class GoalOutput {

    private final Path directory;
    private final String goal;
    private final PrintStream standardOutput;
    private final SummaryFile summary;
    private boolean summed;

    /** @param build when the build that the goal runs in began */
    GoalOutput(Path directory, String goal, PrintStream standardOutput, Instant build) {
        this.directory = directory;
        this.goal = goal;
        this.standardOutput = standardOutput;
        this.summary = new SummaryFile(directory, build);
    }

    /** Removes the reports of an earlier run, so that they never speak for this one. */
    void removeOld() {
        try {
            Files.deleteIfExists(file("txt"));
            Files.deleteIfExists(file("json"));
            Files.deleteIfExists(file("html"));
            Files.deleteIfExists(junit());
            Files.deleteIfExists(file("md"));
            summary.remove(goal);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Prints the report in one write, so that reports of modules built in parallel do not mix, and keeps it in files. */
    void show(String text, String json) {
        keep(text, json);
        print(text);
    }

    /** Keeps the report in files only: what the goal did was told by the log. */
    void keep(String text, String json) {
        try {
            Files.createDirectories(directory);
            Files.writeString(file("txt"), text, StandardCharsets.UTF_8);
            Files.writeString(file("json"), json, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /**
     * Keeps a page that is for looking at, not for printing.
     *
     * @return where it is
     */
    Path keepPage(String html) {
        try {
            Files.createDirectories(directory);
            return Files.writeString(file("html"), html, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Keeps results in the XML form in which CI servers read those of unit tests, {@code TEST-smelt-<goal>.xml}. */
    void keepJUnit(JUnitSuite suite) {
        try {
            Files.createDirectories(directory);
            Files.writeString(junit(), JUnitXml.render(suite), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Keeps the goal's section of {@code summary.md}. */
    void keepSummary(String section) {
        try {
            summary.put(goal, section);
            summed = true;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Whether the goal has its section in {@code summary.md}. */
    boolean isSummed() {
        return summed;
    }

    /** Keeps the report as Markdown too: what is printed may stand between lines of Maven's log. */
    void keepMarkdown(String markdown) {
        try {
            Files.createDirectories(directory);
            Files.writeString(file("md"), markdown, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private Path junit() {
        return directory.resolve("TEST-smelt-" + goal + ".xml");
    }

    /** Writes a file that stands elsewhere, wholly or not at all: whoever reads it meanwhile sees the old one. */
    static void replace(Path file, String text) {
        try {
            Path directoryOfFile = file.toAbsolutePath().getParent();
            Files.createDirectories(directoryOfFile);
            Path aside = directoryOfFile.resolve(file.getFileName() + ".new");
            Files.writeString(aside, text, StandardCharsets.UTF_8);
            Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw SmeltException.tool(
                    Diagnostic.error(
                            "SMELT-L091",
                            "The file " + file + " cannot be written: " + e + ".",
                            "Name a file in a directory that can be written."),
                    e);
        }
    }

    /** Prints a text as it is, in one write. */
    void print(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        standardOutput.write(bytes, 0, bytes.length);
        standardOutput.flush();
    }

    private Path file(String extension) {
        return directory.resolve(goal + "." + extension);
    }

    private SmeltException unwritable(IOException e) {
        return SmeltException.tool(
                Diagnostic.error(
                        "SMELT-L090",
                        "The report of " + goal + " cannot be written: " + e + ".",
                        "Make smelt.outputDirectory a directory that can be written."),
                e);
    }
}
