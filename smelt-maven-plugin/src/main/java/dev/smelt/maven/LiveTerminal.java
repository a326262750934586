package dev.smelt.maven;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;

/**
 * What decides whether somebody looks at a terminal in which a line can be drawn again and again.
 *
 * @param interactive whether Maven may ask, unlike under {@code -B}
 * @param told whether its log has information and nothing below that, unlike under {@code -q} and {@code -X}
 * @param alone whether nothing else is built meanwhile: lines of others would be written into ours
 * @param console whether standard input and output are a terminal
 * @param type of the terminal, {@code TERM}; empty where there is none
 * @param ci what {@code CI} is set to; empty where it is not
 */
record LiveTerminal(boolean interactive, boolean told, boolean alone, boolean console, String type, String ci) {

    static LiveTerminal of(MavenSession session, Log log) {
        Properties environment = session.getSystemProperties();
        return new LiveTerminal(
                session.getRequest().isInteractiveMode(),
                log.isInfoEnabled() && !log.isDebugEnabled(),
                session.getRequest().getDegreeOfConcurrency() < 2
                        || session.getProjects().size() < 2,
                isTerminal(System.console()),
                environment.getProperty("env.TERM", ""),
                environment.getProperty("env.CI", ""));
    }

    boolean isThere() {
        boolean draws = !type.isEmpty() && !type.equals("dumb");
        boolean watched = ci.isEmpty() || ci.equals("false");
        return interactive && told && alone && console && draws && watched;
    }

    /** Whether standard input and output are one. From Java 22 on there is a console without a terminal, too; it can be asked then. */
    static boolean isTerminal(Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException before22) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException unknown) {
            return false;
        }
    }
}
