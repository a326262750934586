package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.Landed;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LandedWindowsTest {

    @Test
    void pairs_sources_and_windows_by_position() {
        assertThat(LandedWindows.parse(
                        Optional.of("silver.events_parsed, smelt.sources.dim.store"),
                        Optional.of("2026-04-10..2026-04-11, all")))
                .containsExactly(
                        new Landed(new Address("silver.events_parsed"), "2026-04-10", "2026-04-11"),
                        new Landed(new Address("sources.dim.store"), "", ""));
    }

    @Test
    void refuses_a_source_without_a_window() {
        assertThatThrownBy(() -> LandedWindows.parse(Optional.of("raw.a,raw.b"), Optional.of("2026-04-10..2026-04-11")))
                .hasMessageContaining("names 2 and smelt.landed 1");
    }

    @Test
    void leaves_what_landed_to_be_found_where_nothing_is_announced() {
        assertThat(LandedWindows.parse(Optional.empty(), Optional.empty())).isEmpty();
    }

    @Test
    void quotes_a_text_that_is_no_window() {
        assertThatThrownBy(() -> LandedWindows.parse(Optional.of("raw.a"), Optional.of("2026-04-10")))
                .hasMessageContaining("smelt.landed is '2026-04-10'")
                .hasMessageContaining("2026-04-10..2026-04-11");
    }
}
