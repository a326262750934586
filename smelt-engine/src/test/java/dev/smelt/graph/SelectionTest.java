package dev.smelt.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Refresh;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case C29: what a selection selects, and how a typo is told. */
class SelectionTest {
    private static final ModelGraph GRAPH = ModelGraphTest.graph(
            "bronze.raw: sources.raw.events",
            "silver.events: bronze.raw",
            "silver.sessions: silver.events",
            "gold.daily: silver.events silver.sessions");

    private static final Map<Address, Model> MODELS = models();

    private static final Set<Address> CHANGED = Set.of(new Address("silver.sessions"));

    private static Map<Address, Model> models() {
        Map<Address, Model> models = new TreeMap<>();
        GRAPH.upstreams().keySet().forEach(address -> models.put(address, model(address)));
        return models;
    }

    private static Model model(Address address) {
        return new Model(
                address,
                new TableName("main", address.path()),
                Materialization.VIEW,
                Refresh.FULL,
                Optional.empty(),
                Set.of(),
                Map.of(),
                SchemaEvolution.ALTER_AND_BACKFILL,
                Optional.empty(),
                address.path().startsWith("silver.") ? List.of("core") : List.of("other"),
                Optional.empty(),
                Optional.empty(),
                SourceText.whole("models/" + address.path().replace('.', '/') + ".sql", "SELECT 1"),
                List.of(),
                Place.file("m.sql"));
    }

    private static List<String> selected(String select, String exclude) {
        return Selection.resolve(Selection.split(select), Selection.split(exclude), GRAPH, MODELS, () -> CHANGED)
                .stream()
                .map(Address::path)
                .toList();
    }

    private static List<String> problems(String select, String exclude) {
        return catchThrowableOfType(SmeltException.class, () -> selected(select, exclude)).diagnostics().stream()
                .map(Diagnostic::message)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "silver.events | silver.events",
                "smelt.silver.events | silver.events",
                "silver.* | silver.events silver.sessions",
                "*s | silver.events silver.sessions",
                "tag:core | silver.events silver.sessions",
                "+silver.events | bronze.raw silver.events",
                "bronze.raw+ | bronze.raw gold.daily silver.events silver.sessions",
                "bronze.raw+1 | bronze.raw silver.events",
                "1+gold.daily | gold.daily silver.events silver.sessions",
                "+silver.sessions+ | bronze.raw gold.daily silver.events silver.sessions",
                "sources.raw.events+1 | bronze.raw",
                "tag:core&+silver.events | silver.events",
                "gold.daily, bronze.raw | bronze.raw gold.daily",
                "models/silver/*.sql | silver.events silver.sessions",
                "models/**&tag:core | silver.events silver.sessions",
                "models/silver/events.sql+1 | gold.daily silver.events silver.sessions",
                "state:changed | silver.sessions",
                "1+state:changed+ | gold.daily silver.events silver.sessions",
                "state:changed&tag:core | silver.sessions",
            })
    void selects(String select, String expected) {
        assertThat(selected(select, "")).containsExactly(expected.split(" "));
    }

    @Test
    void nothingSelectsAllAndExclusionsGoLast() {
        assertThat(selected("", "")).containsExactly("bronze.raw", "gold.daily", "silver.events", "silver.sessions");
        assertThat(selected("", "tag:core")).containsExactly("bronze.raw", "gold.daily");
        assertThat(selected("silver.events", "silver.*")).isEmpty();
    }

    @Test
    void aTypoIsToldEvenIfOthersMatch() {
        assertThat(problems("silver.evnts", ""))
                .containsExactly("no model matches silver.evnts, did you mean silver.events?");
        assertThat(problems("gold.daily,typo,sessions", ""))
                .containsExactly("no model matches typo", "no model matches sessions, did you mean silver.sessions?");
        assertThat(problems("tag:cor", "+slver.events"))
                .containsExactly(
                        "no model matches tag:cor, did you mean tag:core?",
                        "no model matches +slver.events, did you mean silver.events?");
    }

    @Test
    void whatMatchesNoModelIsTold() {
        assertThat(problems("sources.raw.events", ""))
                .containsExactly("no model matches sources.raw.events, which is a source or a seed");
        assertThat(problems("tag:core&gold.daily", "")).containsExactly("no model matches tag:core&gold.daily");
    }

    @Test
    void thatNothingChangedIsNoError() {
        assertThat(selected("state:changed&tag:other", "")).isEmpty();
        assertThat(problems("state:changed&tag:othr", ""))
                .containsExactly("no model matches tag:othr, did you mean tag:other?");
    }

    @Test
    void aFileThatDoesNotExistIsTold() {
        assertThat(problems("models/silver/event.sql", ""))
                .containsExactly("no model matches models/silver/event.sql, did you mean models/silver/events.sql?");
        assertThat(problems("models/*.sql", "")).containsExactly("no model matches models/*.sql");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "2+", "++a", "a++", "a b", "tag:", "a&", "a+b", "state:new", "state:"})
    void aMalformedSelectorIsAnError(String selector) {
        assertThat(problems(selector, "").get(0)).endsWith("selects nothing: it is not of the form of a selector.");
    }
}
