package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.report.ValidationReport.ModelVerdict;
import dev.smelt.run.RunSummary;
import dev.smelt.run.RunSummary.ModelSummary;
import dev.smelt.schema.SchemaDifference;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code state:changed}, and selections that would build a model from stale rows of one that they leave out. */
class StateSelectionTest {
    private static final BuildRequest.Ask AUTO = new BuildRequest.Auto(false);
    private static final String CLEAN = "SELECT id, day, amount FROM smelt.sources.raw.orders";

    @TempDir
    Path directory;

    private UserProject project;

    @BeforeEach
    void project() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER, day DATE, amount INTEGER", "day")
                .sql("INSERT INTO raw.orders VALUES (1, '2026-05-01', 10), (2, '2026-05-02', 5)")
                .daily("clean", "day", CLEAN)
                .write("models/paid.sql", "---\nmaterialization: view\n---\nSELECT * FROM smelt.clean WHERE amount > 0")
                .daily("revenue", "day", "SELECT day, SUM(amount) AS total FROM smelt.clean GROUP BY day")
                .daily("shown", "day", "SELECT day, COUNT(*) AS n FROM smelt.paid GROUP BY day");
    }

    private List<String> changed() {
        try (Smelt smelt = project.smelt()) {
            return smelt.validate(Selectors.of("state:changed")).models().stream()
                    .map(ModelVerdict::model)
                    .map(Object::toString)
                    .toList();
        }
    }

    private static List<String> models(RunSummary summary) {
        return summary.models().stream()
                .map(ModelSummary::model)
                .map(Object::toString)
                .toList();
    }

    @Test
    void everyModelIsNewBeforeItIsBuiltAndNoneChangedAfterwards() {
        assertThat(changed()).containsExactly("clean", "paid", "revenue", "shown");

        project.run(AUTO);

        assertThat(changed()).isEmpty();
        assertThat(project.run(AUTO, "state:changed+").models()).isEmpty();
    }

    @Test
    void whatDiffShowsAsChangedIsSelected() throws Exception {
        project.run(AUTO);
        project.daily("revenue", "day", "SELECT day, SUM(amount) + 1 AS total FROM smelt.clean GROUP BY day");
        project.write("models/new.sql", "SELECT 1 AS x");

        assertThat(changed()).containsExactly("new", "revenue");
        try (Smelt smelt = project.smelt()) {
            assertThat(smelt.diff(Selectors.of("state:changed")))
                    .extracting(SchemaDifference::state)
                    .containsExactly(SchemaDifference.State.NEW, SchemaDifference.State.CHANGED);
            assertThat(smelt.status(Selectors.of("state:changed")).models()).hasSize(2);
            assertThat(smelt.explain(new ExplainRequest(
                                    Selectors.of("state:changed"), java.util.Optional.empty(), false))
                            .models())
                    .isNotEmpty();
        }
    }

    @Test
    void aModelWhoseFunctionChangedIsChanged() {
        project.write("functions/f.sql", "smelt.define plus(x: Integer) AS (x + 1)");
        project.daily(
                "revenue",
                "day",
                "SELECT day, smelt.functions.plus(SUM(amount)) AS total FROM smelt.clean GROUP BY day");
        project.run(AUTO);
        assertThat(changed()).isEmpty();

        project.write("functions/f.sql", "smelt.define plus(x: Integer) AS (x + 2)");

        assertThat(changed()).containsExactly("revenue");
    }

    @Test
    void withErrorsEveryModelIsLookedAt() {
        project.run(AUTO);
        project.daily("revenue", "day", "SELECT day, SUM(amuont) AS total FROM smelt.clean GROUP BY day");

        assertThat(changed()).containsExactly("clean", "paid", "revenue", "shown");
    }

    @Test
    void aSelectionThatLeavesOutAStaleUpstreamIsRefused() {
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES (3, '2026-05-01', 7)");
        BuildRequest.Ask landed = UserProject.landed("sources.raw.orders", "2026-05-01", "2026-05-02");

        assertThatThrownBy(() -> project.run(landed, "revenue"))
                .isInstanceOf(SmeltException.class)
                .hasMessage(
                        "models/revenue.sql:1:1: revenue reads clean [2026-05-01, 2026-05-02), which is stale and not"
                                + " selected, so it would be built from old rows. Select it too, as -Dsmelt.select=+revenue does."
                                + " [SMELT-P033]");
        assertThatThrownBy(() -> project.run(landed, "shown"))
                .as("through a view")
                .hasMessageContaining("shown reads clean [2026-05-01, 2026-05-02), which is stale");
        assertThatThrownBy(() -> project.run(AUTO, "revenue")).hasMessageContaining("[SMELT-P033]");

        assertThat(models(project.run(landed, "clean"))).containsExactly("clean");
        assertThat(models(project.run(AUTO, "revenue"))).containsExactly("revenue");
        assertThat(project.rows("SELECT * FROM main.revenue ORDER BY day"))
                .containsExactly("2026-05-01 17", "2026-05-02 5");
    }

    @Test
    void whatTheLedgerCallsStaleCountsToo() {
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES (3, '2026-05-01', 7)");
        // The look at the source marks clean, revenue and shown; nothing of them is built.
        project.run(AUTO, "paid");

        assertThatThrownBy(() -> project.run(new BuildRequest.Window("2026-05-01", "2026-05-02"), "revenue"))
                .hasMessageContaining("revenue reads clean [2026-05-01, 2026-05-02), which is stale");
        assertThat(models(project.run(AUTO, "+revenue"))).containsExactly("clean", "revenue");
    }

    @Test
    void historyUnderOtherLogicIsLeftToBeRead() {
        project.run(AUTO);
        project.daily("clean", "day", CLEAN.replace("amount", "amount * 2 AS amount"));
        project.run(AUTO, "clean");
        project.sql("INSERT INTO raw.orders VALUES (3, '2026-05-03', 7)");

        assertThat(models(project.run(AUTO, "clean"))).containsExactly("clean");
        assertThat(models(project.run(AUTO, "revenue"))).containsExactly("revenue");
    }
}
