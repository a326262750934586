package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The parameter {@code asOf}. */
final class AsOf {

    private static final List<Function<String, Instant>> FORMS = List.of(
            text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC),
            text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
            text -> OffsetDateTime.parse(text).toInstant());

    private AsOf() {}

    /** The moment the text names, a time without a zone being UTC; the clock's where there is no text. */
    static Instant parse(Optional<String> text, Clock clock) {
        if (text.isEmpty() || text.get().isBlank()) {
            return clock.instant();
        }
        String stripped = text.get().strip().replace(' ', 'T');
        return FORMS.stream()
                .flatMap(form -> read(form, stripped).stream())
                .findFirst()
                .orElseThrow(() -> SmeltException.project(Diagnostic.error(
                        "SMELT-C091",
                        "smelt.asOf is '" + text.get() + "', which is no time.",
                        "Write 2026-05-01, 2026-05-01T05:00 or 2026-05-01T05:00:00Z.")));
    }

    private static Optional<Instant> read(Function<String, Instant> form, String text) {
        try {
            return Optional.of(form.apply(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
