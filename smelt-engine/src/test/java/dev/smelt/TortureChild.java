package dev.smelt;

import java.nio.file.Path;

/** A command in a process of its own, which tells its events on standard output until it is killed. */
final class TortureChild {
    private TortureChild() {}

    public static void main(String[] arguments) {
        UserProject project = UserProject.existing(Path.of(arguments[1])).at("2026-06-01T00:00:00Z");
        say("ready");
        TortureScenario.valueOf(arguments[0])
                .run(project, event -> say(event.getClass().getSimpleName()));
        say("end");
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
