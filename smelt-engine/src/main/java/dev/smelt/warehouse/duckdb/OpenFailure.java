package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Target;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a warehouse could not be opened, in our words. */
final class OpenFailure {
    private static final Pattern OTHER_PROCESS = Pattern.compile("(?s).*Conflicting lock is held.*\\(PID (\\d+)\\).*");

    private OpenFailure() {}

    /** The process that has the file open, where that is why. */
    static Optional<String> otherProcess(SQLException exception) {
        Matcher matcher = OTHER_PROCESS.matcher(EngineError.of(exception).message());
        if (matcher.matches()) {
            return Optional.of("process " + matcher.group(1));
        }
        return EngineError.of(exception).message().contains("Could not set lock on file")
                ? Optional.of("another process")
                : Optional.empty();
    }

    static SmeltException inUse(Path database, String owner, Duration waited) {
        String after = waited.isZero() ? "" : " after " + waited.toSeconds() + " s of waiting";
        return SmeltException.tool(Diagnostic.error(
                "SMELT-L002",
                "The warehouse " + database + " is in use by " + owner + after + "; nothing was read or written.",
                "Wait until it ends or end it, then run this again."));
    }

    static SmeltException of(Target target, Path database, SQLException exception) {
        return EncryptionFailure.of(target, database, EngineError.of(exception))
                .orElseGet(() -> of(database, exception));
    }

    static SmeltException of(Path database, SQLException exception) {
        EngineError error = EngineError.of(exception);
        if (error.message().contains("options were not recognized")) {
            return SmeltException.project(Diagnostic.error(
                    "SMELT-L003",
                    "DuckDB does not know a setting of the target: " + error.message() + ".",
                    "Correct it under 'settings' of the target in smelt.yml."));
        }
        if (error.message().contains("Unknown TimeZone")) {
            return SmeltException.project(Diagnostic.error(
                    "SMELT-L004",
                    "DuckDB does not know the time zone: " + error.message(),
                    "Correct 'time_zone' in smelt.yml."));
        }
        if (error.message().contains("not a valid DuckDB database")) {
            return SmeltException.tool(
                    Diagnostic.error(
                            "SMELT-L005",
                            "The file " + database + " is not a DuckDB database.",
                            "Name another database in the target; smelt leaves this file as it is."),
                    exception);
        }
        return SmeltException.tool(
                Diagnostic.error(
                        "SMELT-L006", "The warehouse " + database + " cannot be opened: " + error.message() + ".", ""),
                exception);
    }

    static SmeltException ofFiles(Path database, java.io.IOException exception) {
        return SmeltException.tool(
                Diagnostic.error(
                        "SMELT-L006",
                        "The warehouse " + database + " cannot be opened: its lock file "
                                + SidecarLock.fileFor(database) + " cannot be made (" + exception + ").",
                        "The directory must be writable."),
                exception);
    }
}
