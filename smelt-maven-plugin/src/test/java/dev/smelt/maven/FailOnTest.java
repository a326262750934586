package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailOnTest {

    @Test
    void any_fails_on_everything_but_no_difference() {
        FailOn any = FailOn.parse("any");

        assertThat(any.names(difference(State.NEW))).isTrue();
        assertThat(any.names(changed(Outcome.SAFE))).isTrue();
        assertThat(any.names(difference(State.UNCHANGED))).isFalse();
    }

    @Test
    void words_pick_what_fails() {
        FailOn grave = FailOn.parse("rebuild, REFUSED");

        assertThat(grave.names(changed(Outcome.SAFE))).isFalse();
        assertThat(grave.names(difference(State.NEW))).isFalse();
        assertThat(grave.names(changed(Outcome.REBUILD))).isTrue();
        assertThat(grave.names(changed(Outcome.REFUSED))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void each_outcome_is_a_word_that_names_it_alone(Outcome outcome) {
        FailOn word = FailOn.parse(outcome.name().toLowerCase(Locale.ROOT));

        for (Outcome other : Outcome.values()) {
            assertThat(word.names(changed(other))).as("%s on %s", word, other).isEqualTo(other == outcome);
        }
        assertThat(word.names(difference(State.NEW))).isFalse();
        assertThat(word.names(difference(State.REMOVED))).isFalse();
    }

    @Test
    void tables_without_a_model_and_models_without_a_table_have_words_of_their_own() {
        assertThat(FailOn.parse("new").names(difference(State.NEW))).isTrue();
        assertThat(FailOn.parse("new").names(difference(State.REMOVED))).isFalse();
        assertThat(FailOn.parse("removed").names(difference(State.REMOVED))).isTrue();
        assertThat(FailOn.parse("removed").names(difference(State.NEW))).isFalse();
        assertThat(FailOn.parse("new,removed").names(changed(Outcome.REFUSED))).isFalse();
    }

    @Test
    void none_never_fails() {
        assertThat(FailOn.parse("none").names(changed(Outcome.REFUSED))).isFalse();
    }

    @Test
    void an_empty_list_still_checks() {
        assertThat(FailOn.parse("").names(changed(Outcome.SAFE))).isTrue();
    }

    @Test
    void a_misspelt_word_is_an_error() {
        assertThatThrownBy(() -> FailOn.parse("rebuilt"))
                .hasMessageContaining("smelt.failOn is 'rebuilt'. Did you mean 'rebuild'?");
    }

    private static SchemaDifference difference(State state) {
        return new SchemaDifference(
                new Address("silver.events"), new TableName("main", "silver_events"), state, List.of());
    }

    private static SchemaDifference changed(Outcome outcome) {
        return new SchemaDifference(
                new Address("silver.events"),
                new TableName("main", "silver_events"),
                State.CHANGED,
                List.of(new SchemaChange("ADD COLUMN a INTEGER NULL", outcome, "", List.of(), "")));
    }
}
