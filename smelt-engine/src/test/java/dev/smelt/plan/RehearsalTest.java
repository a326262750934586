package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.days;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.TableName;
import dev.smelt.plan.Rehearsal.Cut;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is rehearsed is what a run does, in another table. */
class RehearsalTest {
    private static final TableName ELSEWHERE = new TableName("temp", "elsewhere");

    @Test
    void theStatementsAreThoseOfARunAimedAtAnotherTable() {
        Pipeline pipeline = lookingBack();
        Rehearsal rehearsal = new Rehearsal(pipeline.world(), Pipeline.at("m"), ELSEWHERE);

        List<Step.Chunk> run = Plans.chunks(Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-20"))
                .toList();

        Cut derived = rehearsal.cuts(days("2026-05-01", "2026-05-20")).get(1);
        assertThat(derived.windows())
                .isEqualTo(run.stream().map(Step.Chunk::window).toList());
        for (Step.Chunk chunk : run) {
            assertThat(rehearsal.delete(chunk.window()))
                    .isEqualTo(chunk.delete().replace("main.m", "temp.elsewhere"));
            assertThat(rehearsal.insert(chunk.window()))
                    .isEqualTo(chunk.insert().replace("main.m", "temp.elsewhere"));
        }
    }

    @Test
    void aWindowIsCutByPartitionAsARunWouldAndNotAtAll() {
        Rehearsal rehearsal = new Rehearsal(lookingBack().world(), Pipeline.at("m"), ELSEWHERE);

        assertThat(rehearsal.cuts(days("2026-05-01", "2026-05-20")))
                .extracting(Cut::granules)
                .containsExactly(1L, 9L, 19L);
        assertThat(rehearsal.cuts(days("2026-05-01", "2026-05-02")))
                .as("nothing twice")
                .extracting(Cut::granules)
                .containsExactly(1L);
    }

    @Test
    void aWidenedReferenceIsReadWhole() {
        Rehearsal rehearsal = new Rehearsal(lookingBack().world(), Pipeline.at("m"), ELSEWHERE);
        Interval day = days("2026-05-04", "2026-05-05");

        assertThat(rehearsal.insert(day)).contains("FROM (SELECT * FROM raw.taps WHERE ts >= '2026-05-01'");
        assertThat(rehearsal.widened(relation -> true).insert(day)).contains("SELECT id, ts FROM raw.taps\n");
    }

    private static Pipeline lookingBack() {
        return new Pipeline()
                .source("sources.raw.taps", "raw.taps", "ts", Granularity.DAY, "id INTEGER, ts TIMESTAMP")
                .model("m")
                .clock("ts", Granularity.DAY)
                .columns("id INTEGER, ts TIMESTAMP")
                .sql("SELECT id, ts FROM raw.taps")
                .drivenBy("sources.raw.taps", 3, 0)
                .end();
    }
}
