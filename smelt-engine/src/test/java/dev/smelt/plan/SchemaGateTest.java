package dev.smelt.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.plan.PlanRequest.Options;
import dev.smelt.report.PlanText;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaGateTest {
    private static final SchemaChange ADD = new SchemaChange(
            "ADD COLUMN flag BOOLEAN NULL",
            Outcome.SAFE,
            "Safe: ALTER TABLE (no data loss)",
            List.of("ALTER TABLE main.m ADD COLUMN flag BOOLEAN"),
            "");
    private static final SchemaChange NOT_NULL = new SchemaChange(
            "ADD COLUMN flag BOOLEAN NOT NULL", Outcome.REBUILD, "Rebuild: history has no value", List.of(), "");
    private static final SchemaChange DROP = new SchemaChange(
            "DROP COLUMN amt", Outcome.REFUSED, "Refused: data loss", List.of(), "Say allowColumnRemoval.");

    /** Case C15. */
    @Test
    void aSafeChangeIsAppliedBeforeTheFirstDelete() {
        Pipeline pipeline = changed(ADD);

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-03", "2026-05-04");

        assertThat(Plans.steps(plan))
                .containsExactly("EMPTY_TABLE_IF_MISSING m", "MIGRATE m", "CHUNK m [2026-05-03, 2026-05-04)");
        assertThat(((Step.Migrate) plan.steps().get(1)).ledger()).anyMatch(LedgerChange.Deployed.class::isInstance);
        assertThat(PlanText.of(plan)).contains("""
                        -- migrate m
                        BEGIN
                          ALTER TABLE main.m ADD COLUMN flag BOOLEAN
                        COMMIT
                        -- chunk 1/1: [2026-05-03, 2026-05-04)
                        """);
    }

    @Test
    void aRunAppliesASafeChangeEvenWhereNothingElseIsDue() {
        assertThat(Plans.steps(Plans.auto(changed(ADD)))).containsExactly("MIGRATE m");
    }

    @Test
    void anUnsafeChangeRebuildsTheTableAndSaysSo() {
        Plan plan = Plans.auto(changed(NOT_NULL));

        assertThat(Plans.steps(plan)).containsExactly("TABLE m");
        assertThat(Plans.codes(plan.notices())).containsExactly("SMELT-P009");
        assertThat(((Step.Materialize) plan.steps().get(0)).ledger())
                .extracting(change -> change.getClass().getSimpleName())
                .containsExactly("Forgotten", "Built", "Deployed");
    }

    @Test
    void aRebuildFailsWhereThatIsAskedFor() {
        assertThatThrownBy(() -> Plans.auto(changed(NOT_NULL), new Options(Optional.empty(), false, false, true)))
                .hasMessageContaining("ADD COLUMN flag BOOLEAN NOT NULL")
                .hasMessageContaining("SMELT-P010");
    }

    @Test
    void aRemovalNeedsPermission() {
        Pipeline pipeline = changed(DROP).stored("m", "d", "amt", "flag");

        assertThatThrownBy(() -> Plans.auto(pipeline))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("m and its table main.m differ: DROP COLUMN amt.")
                .hasMessageContaining("Say allowColumnRemoval.");
        Plan plan = Plans.auto(pipeline, new Options(Optional.empty(), true, false, false));
        assertThat(((Step.Migrate) plan.steps().get(0)).statements())
                .containsExactly("ALTER TABLE main.m DROP COLUMN amt");
    }

    @Test
    void aSelfReferenceIsNotRebuiltAside() {
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s")
                .model("bal")
                .change(NOT_NULL)
                .drivenBy("sources.s", 0, 0)
                .reads("bal", Pipeline.reach(1, -1), Pipeline.reach(1, -1), false)
                .end()
                .built("bal", "2026-05-01", "2026-05-02");

        assertThatThrownBy(() -> Plans.auto(pipeline)).hasMessageContaining("SMELT-P011");
    }

    @Test
    void everyRefusalIsNamedAtOnce() {
        Pipeline pipeline = changed(DROP);
        pipeline.model("n").change(DROP).drivenBy("sources.s", 0, 0).end().built("n", "2026-05-01", "2026-05-03");

        assertThatThrownBy(() -> Plans.auto(pipeline))
                .hasMessageContaining("m and its table")
                .hasMessageContaining("n and its table");
    }

    private static Pipeline changed(SchemaChange change) {
        return new Pipeline()
                .source("sources.s", "raw.s")
                .rowsBetween("sources.s", "2026-05-01", "2026-05-03")
                .model("m")
                .columns("d DATE, flag BOOLEAN")
                .change(change)
                .drivenBy("sources.s", 0, 0)
                .end()
                .built("m", "2026-05-01", "2026-05-03");
    }
}
