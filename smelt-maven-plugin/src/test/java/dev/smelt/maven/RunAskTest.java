package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.BuildRequest;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.Landed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunAskTest {

    private static final Optional<String> NOT_GIVEN = Optional.empty();

    @Test
    void asks_the_ledger_where_nothing_is_said() {
        assertThat(new RunAsk(NOT_GIVEN, NOT_GIVEN, false, false, NOT_GIVEN, NOT_GIVEN, false).ask())
                .isEqualTo(new BuildRequest.Auto(false));
    }

    @Test
    void takes_a_window() {
        assertThat(new RunAsk(given("2026-05-01"), given("2026-05-02"), false, false, NOT_GIVEN, NOT_GIVEN, false)
                        .ask())
                .isEqualTo(new BuildRequest.Window("2026-05-01", "2026-05-02"));
    }

    @Test
    void takes_what_landed() {
        assertThat(new RunAsk(NOT_GIVEN, NOT_GIVEN, false, true, given("raw.a"), given("2026-05-01..2026-05-02"), false)
                        .ask())
                .isEqualTo(new BuildRequest.SinceUpstream(
                        List.of(new Landed(new Address("raw.a"), "2026-05-01", "2026-05-02"))));
    }

    @Test
    void refuses_half_a_window() {
        assertThatThrownBy(() ->
                        new RunAsk(given("2026-05-01"), NOT_GIVEN, false, false, NOT_GIVEN, NOT_GIVEN, false).ask())
                .hasMessageContaining("smelt.end is not");
    }

    @Test
    void refuses_what_landed_without_the_word_for_it() {
        assertThatThrownBy(() -> new RunAsk(
                                NOT_GIVEN,
                                NOT_GIVEN,
                                false,
                                false,
                                given("raw.a"),
                                given("2026-05-01..2026-05-02"),
                                false)
                        .ask())
                .hasMessageContaining("Add -Dsmelt.sinceUpstream");
    }

    @Test
    void refuses_two_ways_at_once() {
        assertThatThrownBy(() -> new RunAsk(
                                given("2026-05-01"), given("2026-05-02"), true, false, NOT_GIVEN, NOT_GIVEN, false)
                        .ask())
                .hasMessageContaining("smelt.auto");
        assertThatThrownBy(() -> new RunAsk(
                                NOT_GIVEN,
                                NOT_GIVEN,
                                true,
                                true,
                                given("raw.a"),
                                given("2026-05-01..2026-05-02"),
                                false)
                        .ask())
                .hasMessageContaining("smelt.landed");
    }

    @Test
    void resumes_what_was_asked_for_then_and_nothing_else() {
        assertThat(new RunAsk(NOT_GIVEN, NOT_GIVEN, false, false, NOT_GIVEN, NOT_GIVEN, false).resumed())
                .isEqualTo(new BuildRequest.Resume());
        assertThatThrownBy(() -> new RunAsk(NOT_GIVEN, NOT_GIVEN, true, false, NOT_GIVEN, NOT_GIVEN, false).resumed())
                .hasMessageContaining("takes up the last run as it was asked for");
    }

    private static Optional<String> given(String value) {
        return Optional.of(value);
    }
}
