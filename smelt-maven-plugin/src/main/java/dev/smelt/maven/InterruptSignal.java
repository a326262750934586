package dev.smelt.maven;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;

/**
 * What Ctrl-C does while a goal writes. Maven 4 leaves the signal to its terminal library, which lets it kill the process on
 * the spot; until this is closed it ends the process in order again, so that the run is stopped and says how to resume.
 *
 * <p>By reflection, since signals belong to no standard API; where there are none, Ctrl-C does what Maven wants.
 */
final class InterruptSignal implements AutoCloseable {
    /** As the shell has it: 128 and the number of the signal. */
    private static final int EXIT_CODE = 130;

    private final Optional<Object> before;

    private InterruptSignal(Optional<Object> before) {
        this.before = before;
    }

    static InterruptSignal of(MavenSession session) {
        boolean taken = StandardOutput.of(session).isLogOfMaven4() && LiveTerminal.isTerminal(System.console());
        return new InterruptSignal(taken ? handle(exit()) : Optional.empty());
    }

    @Override
    public void close() {
        before.ifPresent(InterruptSignal::handle);
    }

    private static Object exit() {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            return Proxy.newProxyInstance(
                    InterruptSignal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            System.exit(EXIT_CODE);
                        }
                        return null;
                    });
        } catch (ClassNotFoundException noSignals) {
            return noSignals;
        }
    }

    /** The handler that was there before. */
    private static Optional<Object> handle(Object handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Method handle = signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"));
            return Optional.ofNullable(
                    handle.invoke(null, signal.getConstructor(String.class).newInstance("INT"), handler));
        } catch (ReflectiveOperationException | IllegalArgumentException noSignals) {
            return Optional.empty();
        }
    }
}
