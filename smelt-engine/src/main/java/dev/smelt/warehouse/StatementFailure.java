package dev.smelt.warehouse;

/** The engine failed at a statement; the message is the engine's, without its wrapping. */
public final class StatementFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String statement;
    private final Cause kind;

    /** What kind of failure it is. */
    public enum Cause {
        /** The statement or the data: a cast that fails, a constraint, an unknown column. */
        STATEMENT,
        /** Another transaction was in the way; trying again may help. */
        CONFLICT,
        /** The machine could not serve at that moment: a system call was interrupted; trying again may help. */
        MOMENT,
        /** No room on a disk, or less than a limit leaves. */
        DISK_FULL,
        /** It was cancelled by {@link Warehouse#cancel}. */
        CANCELLED,
        /** The engine or the machine: out of memory, file gone. */
        ENGINE;

        /** Whether the same statements may succeed a moment later. */
        public boolean isPassing() {
            return this == CONFLICT || this == MOMENT;
        }
    }

    public StatementFailure(Cause kind, String message, String statement, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.statement = statement;
    }

    public Cause kind() {
        return kind;
    }

    public String statement() {
        return statement;
    }
}
