package dev.smelt;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.PlanRequest;
import dev.smelt.report.RunText;
import dev.smelt.run.RunSummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A backbuild in a process of its own, as the plugin would do it: stopped cleanly when the process is told to end, its log on
 * standard output. It begins when it is told to.
 */
final class BuildProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final List<String> said = new ArrayList<>();

    private BuildProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Backbuilds {@code m} in chunks of one day; ready, with the engine loaded, once this returns. */
    static BuildProcess ready(Path project, String start, String end, Duration wait) throws IOException {
        BuildProcess started = new BuildProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BuildProcess.class.getName(),
                        project.toString(),
                        start,
                        end,
                        wait.toString())
                .redirectErrorStream(true)
                .start());
        started.until("ready");
        return started;
    }

    public static void main(String[] arguments) throws IOException {
        UserProject project = UserProject.existing(Path.of(arguments[0])).patient(Duration.parse(arguments[3]));
        BuildRequest request = new BuildRequest(
                Selectors.of("m"),
                new BuildRequest.Backbuild(arguments[1], arguments[2]),
                new PlanRequest.Options(Optional.of(1), false, false, false));
        try (Smelt smelt = project.smelt()) {
            smelt.validate(Selectors.ALL);
            say("ready");
            System.in.read();
            say("began");
            try (StopOnExit stop = StopOnExit.of(smelt, () -> say("Stopping: what runs is cancelled."))) {
                RunSummary summary = smelt.run(request, event -> {
                    say("* " + event.getClass().getSimpleName());
                    RunText.line(event).ifPresent(BuildProcess::say);
                });
                RunText.summary(summary).lines().forEach(BuildProcess::say);
            } catch (SmeltException refused) {
                say(refused.getMessage());
            }
        }
        say("ended");
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    BuildProcess begin() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return this;
    }

    /** Waits for a line that holds the words. */
    String until(String words) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.contains(words)) {
                return line;
            }
        }
        throw new AssertionError("The process ended without saying " + words + "; it said " + said);
    }

    /** All that it said, once it has ended. */
    List<String> atItsEnd() throws IOException, InterruptedException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
        }
        process.waitFor();
        return said;
    }

    long pid() {
        return process.pid();
    }

    int exitCode() {
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        output.close();
    }
}
