package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.DataCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came of a check.
 *
 * @param rows how many rows violate it
 * @param columns of the sample
 * @param sample the first of these rows, values as the engine prints them, NULL being empty
 * @param error why it could not be judged, which counts as a violation
 */
public record CheckOutcome(
        DataCheck check,
        long rows,
        List<String> columns,
        List<List<Optional<String>>> sample,
        Optional<Diagnostic> error,
        Duration elapsed) {
    /** How a check ended. */
    public enum Verdict {
        PASSED,
        /** Violated, of severity {@code warn}. */
        WARNED,
        /** Violated, of severity {@code error}. */
        FAILED
    }

    public CheckOutcome {
        columns = List.copyOf(columns);
        sample = List.copyOf(sample);
    }

    public Verdict verdict() {
        if (rows == 0 && error.isEmpty()) {
            return Verdict.PASSED;
        }
        return check.severity() == DataCheck.Severity.WARN ? Verdict.WARNED : Verdict.FAILED;
    }

    /** What is wrong, as a warning or an error; empty where it passed. */
    public Optional<Diagnostic> diagnostic() {
        Diagnostic.Severity severity =
                verdict() == Verdict.WARNED ? Diagnostic.Severity.WARNING : Diagnostic.Severity.ERROR;
        if (error.isPresent()) {
            Diagnostic why = error.get();
            return Optional.of(new Diagnostic(why.code(), severity, why.place(), why.message(), why.cure()));
        }
        if (verdict() == Verdict.PASSED) {
            return Optional.empty();
        }
        return Optional.of(new Diagnostic(
                "SMELT-T009",
                severity,
                Optional.of(check.place()),
                "The check '" + check.name() + "' finds " + rows + (rows == 1 ? " row" : " rows") + ", the first: "
                        + row(0) + ".",
                "Mend the data or what makes it; mvn smelt:check shows more rows."));
    }

    /** A row of the sample as {@code {id: 1, name: NULL}}. */
    public String row(int index) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(columns.get(i))
                    .append(": ")
                    .append(sample.get(index).get(i).orElse("NULL"));
        }
        return text.append('}').toString();
    }
}
