package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsOfTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-06-01T12:34:56Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "2026-05-01, 2026-05-01T00:00:00Z",
        "2026-05-01T05:00, 2026-05-01T05:00:00Z",
        "2026-05-01 05:00, 2026-05-01T05:00:00Z",
        "2026-05-01T05:00:30Z, 2026-05-01T05:00:30Z",
        "2026-05-01T05:00+02:00, 2026-05-01T03:00:00Z"
    })
    void reads_a_date_a_time_in_utc_or_an_instant(String text, String instant) {
        assertThat(AsOf.parse(Optional.of(text), CLOCK)).isEqualTo(Instant.parse(instant));
    }

    @Test
    void is_now_where_nothing_is_given() {
        assertThat(AsOf.parse(Optional.empty(), CLOCK)).isEqualTo(Instant.parse("2026-06-01T12:34:56Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-13-01", "01.05.2026"})
    void quotes_a_text_that_is_no_time_and_says_what_is(String text) {
        assertThatThrownBy(() -> AsOf.parse(Optional.of(text), CLOCK))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("2026-05-01T05:00");
    }
}
