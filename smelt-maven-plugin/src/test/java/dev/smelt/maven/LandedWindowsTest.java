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
                .hasMessageContaining("smelt.landed, window 1 (for raw.a), is '2026-04-10'")
                .hasMessageContaining("2026-04-10..2026-04-11");
    }

    @Test
    void reads_windows_of_the_arrival_clock_and_several_of_one_source() {
        assertThat(LandedWindows.parse(
                        Optional.of("raw.a,raw.a,raw.b"),
                        Optional.of("arrival:2026-04-13..2026-04-14,2026-04-01..2026-04-02,all")))
                .containsExactly(
                        new Landed(new Address("raw.a"), "2026-04-13", "2026-04-14", Landed.Clock.ARRIVAL),
                        new Landed(new Address("raw.a"), "2026-04-01", "2026-04-02"),
                        new Landed(new Address("raw.b"), "", ""));
        assertThatThrownBy(() -> LandedWindows.parse(
                        Optional.of("raw.a,raw.b"), Optional.of("2026-04-10..2026-04-11,arrival:2026-04-10")))
                .hasMessageContaining("smelt.landed, window 2 (for raw.b), is '2026-04-10', which is no window");
    }
}
