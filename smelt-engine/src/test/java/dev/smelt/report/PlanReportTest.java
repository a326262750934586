package dev.smelt.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.DirtySet;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanReportTest {
    private static final Address A = new Address("silver.a");
    private static final Address B = new Address("silver.b");
    private static final Interval DAY = new Interval(0, Granularity.MICROS_PER_DAY);

    @Test
    void chunksNameTheirModelWhereThereAreSeveral() {
        Plan plan = new Plan(List.of(chunk(A), chunk(B)), List.of(), List.of(), Optional.empty());

        assertThat(PlanText.of(plan)).isEqualTo("""
                        -- chunk 1/1 of silver.a: [1970-01-01, 1970-01-02)
                        BEGIN
                          DELETE 1
                          INSERT 1
                        COMMIT
                        -- chunk 1/1 of silver.b: [1970-01-01, 1970-01-02)
                        BEGIN
                          DELETE 1
                          INSERT 1
                        COMMIT
                        """);
    }

    @Test
    void aDirtySetStandsBeforeTheStatementsAfterAnEmptyLine() {
        DirtySet dirty = new DirtySet(
                List.of(new DirtySet.Edge(B, A, DAY, Granularity.DAY)),
                List.of(new DirtySet.Run(B, Interval.ALL, Granularity.DAY)));

        assertThat(PlanText.of(new Plan(List.of(chunk(B)), List.of(), List.of(), Optional.of(dirty))))
                .startsWith("""
                        Dirty set (--since-upstream):
                          silver.b <- silver.a: [1970-01-01, 1970-01-02)
                          RUN silver.b: all

                        -- chunk 1/1: [1970-01-01, 1970-01-02)
                        """);
    }

    @Test
    void aPlanThatDoesNothingHasNoText() {
        assertThat(PlanText.of(Plan.nothing())).isEmpty();
    }

    @Test
    void jsonHoldsWhatIsWrittenAndRead() {
        Plan plan = new Plan(
                List.of(chunk(A)),
                List.of(Diagnostic.error("SMELT-P000", "Message.", "Cure.")),
                List.of(),
                Optional.empty());

        assertThat(PlanJson.of(plan).replaceAll("\\s+", ""))
                .isEqualTo("{\"steps\":[{\"step\":\"chunk\",\"model\":\"silver.a\",\"table\":\"main.t\","
                        + "\"reason\":\"test\",\"number\":1,\"count\":1,"
                        + "\"window\":{\"start\":\"1970-01-01\",\"end\":\"1970-01-02\"},"
                        + "\"reads\":[{\"upstream\":\"silver.b\",\"table\":\"main.b\","
                        + "\"window\":{\"start\":\"-infinity\",\"end\":\"infinity\"}}],"
                        + "\"checks\":[],\"delete\":\"DELETE1\",\"insert\":\"INSERT1\"}],"
                        + "\"notices\":[{\"code\":\"SMELT-P000\",\"severity\":\"ERROR\",\"message\":\"Message.\","
                        + "\"cure\":\"Cure.\"}],\"closing\":[]}");
    }

    private static Step.Chunk chunk(Address model) {
        return new Step.Chunk(
                model,
                new TableName("main", "t"),
                1,
                1,
                DAY,
                Granularity.DAY,
                "DELETE 1",
                "INSERT 1",
                List.of(new Step.Read(B, new TableName("main", "b"), Interval.ALL, Granularity.DAY)),
                List.of(),
                List.of(),
                "test");
    }
}
