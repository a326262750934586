package dev.smelt.it;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Runs Maven in a terminal that is none, by the program {@code script} of util-linux, as somebody who looks at it would. */
public final class PseudoTerminal {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final byte[] CTRL_C = {3};

    private final File java;
    private final File maven;
    private final File localRepository;
    private final Path settings;
    private final File project;

    private PseudoTerminal(File java, File maven, File localRepository, Path settings, File project) {
        this.java = java;
        this.maven = maven;
        this.localRepository = localRepository;
        this.settings = settings;
        this.project = project;
    }

    /** Whether there is such a program; other systems have others of this name. */
    public static boolean isThere() {
        try {
            return said("script", "--version").contains("util-linux")
                    && said("env", "--help").contains("--default-signal");
        } catch (IOException none) {
            return false;
        }
    }

    private static String said(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /**
     * A Maven that works offline in a project.
     *
     * @param java the home of Java
     * @param maven its own home
     * @param localRepository what it may use
     * @param settings those of the invoker, not filtered yet
     */
    public static PseudoTerminal maven(File java, File maven, File localRepository, File settings, File project)
            throws IOException {
        String filtered = Files.readString(settings.toPath())
                .replace("@localRepositoryUrl@", localRepository.toURI().toString());
        Path own = project.toPath().resolve("settings.xml");
        Files.writeString(own, filtered);
        return new PseudoTerminal(java, maven, localRepository, own, project);
    }

    /**
     * Runs goals, and presses Ctrl-C once the text is there.
     *
     * @param columns how wide the terminal is
     * @param text empty for not at all
     */
    public Screen run(int columns, String goals, String text) throws IOException, InterruptedException {
        String command = String.join(
                " ",
                "stty cols " + columns + ";",
                // a build that runs in the background has Ctrl-C ignored, and all its children would
                "env --default-signal=INT " + maven + "/bin/mvn -o -s " + settings,
                "-Dmaven.repo.local=" + localRepository,
                goals);
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null")
                .directory(project)
                .redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("JAVA_HOME", java.toString());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().keySet().removeAll(List.of("CI", "NO_COLOR", "MAVEN_ARGS", "GITHUB_ACTIONS"));
        Process process = builder.start();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try (OutputStream keyboard = process.getOutputStream()) {
            boolean pressed = text.isEmpty();
            for (int count = process.getInputStream().read(buffer);
                    count >= 0;
                    count = process.getInputStream().read(buffer)) {
                written.write(buffer, 0, count);
                if (!pressed
                        && COLOUR.matcher(written.toString(StandardCharsets.UTF_8))
                                .replaceAll("")
                                .contains(text)) {
                    keyboard.write(CTRL_C);
                    keyboard.flush();
                    pressed = true;
                }
            }
        }
        process.waitFor();
        Files.write(project.toPath().resolve("terminal-" + columns + ".out"), written.toByteArray());
        return Screen.of(written.toString(StandardCharsets.UTF_8));
    }

    /**
     * What was to be seen.
     *
     * @param drawn what a line was drawn with, before something else took its place
     * @param lines what stayed
     */
    public record Screen(List<String> drawn, List<String> lines) {

        static Screen of(String written) {
            List<String> drawn = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            String plain = COLOUR.matcher(written).replaceAll("");
            for (String line : plain.split("\r?\n")) {
                String[] states = line.split("\r\u001b\\[K");
                for (int i = 0; i < states.length; i++) {
                    String state = states[i].replace("\u001b[?7l", "").replace("\u001b[?7h", "");
                    if (states[i].contains("\u001b[?7h")) {
                        drawn.add(states[i]
                                .substring(0, states[i].indexOf("\u001b[?7h"))
                                .replace("\u001b[?7l", ""));
                    }
                    if (i == states.length - 1) {
                        lines.add(state.replace("\r", ""));
                    }
                }
            }
            return new Screen(drawn, lines);
        }
    }
}
