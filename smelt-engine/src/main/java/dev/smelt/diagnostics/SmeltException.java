package dev.smelt.diagnostics;

import java.util.List;
import java.util.stream.Collectors;

/** Stops a goal, and says whose turn it is: the user's, whose project is wrong, or the tool's, which could not work. */
public final class SmeltException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whose turn it is. */
    public enum Kind {
        /** Configuration, SQL, refusals, changes found: the user mends the project. */
        PROJECT,
        /** Lock, I/O, engine or bug: the tool could not do its work. */
        TOOL
    }

    private final Kind kind;
    private final transient List<Diagnostic> diagnostics;

    private SmeltException(Kind kind, List<Diagnostic> diagnostics, Throwable cause) {
        super(diagnostics.stream().map(Diagnostic::render).collect(Collectors.joining("\n")), cause);
        this.kind = kind;
        this.diagnostics = List.copyOf(diagnostics);
    }

    public static SmeltException project(List<Diagnostic> diagnostics) {
        return new SmeltException(Kind.PROJECT, diagnostics, null);
    }

    public static SmeltException project(Diagnostic diagnostic) {
        return project(List.of(diagnostic));
    }

    public static SmeltException tool(Diagnostic diagnostic, Throwable cause) {
        return new SmeltException(Kind.TOOL, List.of(diagnostic), cause);
    }

    public static SmeltException tool(Diagnostic diagnostic) {
        return tool(diagnostic, null);
    }

    public Kind kind() {
        return kind;
    }

    /** What was found, errors first cause first; never empty. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
