package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.at;
import static dev.smelt.plan.Pipeline.days;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlanSanityTest {
    private static final Interval WINDOW = days("2026-05-01", "2026-05-03");

    @Test
    void aSoundPlanPasses() {
        assertThatCode(() -> check(
                        chunk("m", 1, 2, "2026-05-01", "2026-05-02"), chunk("m", 2, 2, "2026-05-02", "2026-05-03")))
                .doesNotThrowAnyException();
    }

    @Test
    void overlapsAndHolesAreFound() {
        assertThatThrownBy(() -> check(
                        chunk("m", 1, 2, "2026-05-01", "2026-05-03"), chunk("m", 2, 2, "2026-05-02", "2026-05-03")))
                .hasMessageContaining("chunk 2 of m writes what another one writes");
        assertThatThrownBy(() -> check(chunk("m", 1, 1, "2026-05-01", "2026-05-02")))
                .hasMessageContaining("do not cover");
    }

    @Test
    void wrongNumbersAreFound() {
        assertThatThrownBy(() -> check(chunk("m", 1, 2, "2026-05-01", "2026-05-03")))
                .hasMessageContaining("chunk 1/2 of m is number 1 of 1");
    }

    @Test
    void aReaderBeforeItsInputIsFound() {
        Step.Materialize late = new Step.Materialize(
                at("f"), landscape().table(at("f")), "", Step.How.TABLE, Optional.empty(), List.of(), "test");

        assertThatThrownBy(() -> check(chunk("m", 1, 1, "2026-05-01", "2026-05-03"), late))
                .hasMessageContaining("m is written before f, which it reads");
    }

    @Test
    void aWriteBesideItsDeleteIsFound() {
        Step.Chunk good = chunk("m", 1, 1, "2026-05-01", "2026-05-03");
        Step.Chunk wider = new Step.Chunk(
                good.model(),
                good.table(),
                1,
                1,
                good.window(),
                good.granularity(),
                good.delete(),
                "INSERT INTO main.m SELECT * FROM (SELECT 1) AS _smelt_output_clamp",
                good.reads(),
                good.checks(),
                good.ledger(),
                "test");

        assertThatThrownBy(() -> check(wider)).hasMessageContaining("does not insert exactly where it deletes");
    }

    private static void check(Step... steps) {
        TreeMap<Address, Work> works = new TreeMap<>();
        works.put(at("m"), new Work.Rewrite(IntervalSet.of(WINDOW), "test"));
        Workload work = new Workload(
                works, new TreeMap<>(), RetentionGuard.Rule.REFUSE, List.of(), List.of(), Optional.empty());
        PlanSanity.check(landscape(), work, new Plan(List.of(steps), List.of(), List.of(), Optional.empty()));
    }

    private static Step.Chunk chunk(String model, int number, int count, String start, String end) {
        String where = " WHERE d >= '" + start + "' AND d < '" + end + "'";
        return new Step.Chunk(
                at(model),
                landscape().table(at(model)),
                number,
                count,
                days(start, end),
                Granularity.DAY,
                "DELETE FROM main.m" + where,
                "INSERT INTO main.m SELECT * FROM (SELECT 1) AS _smelt_output_clamp" + where,
                List.of(),
                List.of(),
                List.of(),
                "test");
    }

    private static Landscape landscape() {
        return new Landscape(new Pipeline()
                .source("sources.s", "raw.s")
                .model("f")
                .full()
                .drivenBy("sources.s", 0, 0)
                .end()
                .model("m")
                .drivenBy("f", 0, 0)
                .end()
                .world());
    }
}
