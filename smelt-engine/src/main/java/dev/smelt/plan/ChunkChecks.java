package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Optional;

/** The queries with which a chunk tests, on the rows it reads, what the derivation took as true about the data. */
final class ChunkChecks {
    private final Landscape landscape;
    private final Address model;
    private final ChunkStatements statements;

    ChunkChecks(Landscape landscape, Address model, ChunkStatements statements) {
        this.landscape = landscape;
        this.model = model;
        this.statements = statements;
    }

    List<Step.Check> of(Interval window) {
        return landscape.facts(model).derivation().map(Derivation::assumptions).orElse(List.of()).stream()
                .map(assumption -> check(assumption, window))
                .toList();
    }

    /** The same tests, also of rows that lie in what is read for the window by their time and in another partition. */
    List<Step.Check> near(Interval window) {
        return landscape.facts(model).derivation().map(Derivation::assumptions).orElse(List.of()).stream()
                .map(assumption -> nearCheck(assumption, window))
                .toList();
    }

    private Step.Check check(ClockAssumption assumption, Interval window) {
        return check(
                assumption,
                relation(assumption).flatMap(relation -> statements.condition(relation, window)),
                inTime(assumption, window));
    }

    private Step.Check nearCheck(ClockAssumption assumption, Interval window) {
        Optional<String> times = inTime(assumption, window);
        return check(
                assumption,
                relation(assumption)
                        .flatMap(relation -> statements.condition(relation, window))
                        .flatMap(partition -> times.map(inTime -> "(" + partition + " OR " + inTime + ")")),
                times);
    }

    /** The rows whose time lies in what is read for the window. */
    private Optional<String> inTime(ClockAssumption assumption, Interval window) {
        ClockColumn time = ClockColumn.of(landscape, assumption.reference().target(), assumption.timeColumn());
        return relation(assumption)
                .flatMap(ReferenceRelation::read)
                .map(read -> read.image(window))
                .flatMap(time::within);
    }

    /**
     * Rows without a partition are read for no window, so that none of them may have a time that a window holds: a full
     * rebuild would see it there.
     */
    private Step.Check check(ClockAssumption assumption, Optional<String> rows, Optional<String> times) {
        Address upstream = assumption.reference().target();
        ClockColumn time = ClockColumn.of(landscape, upstream, assumption.timeColumn());
        ClockColumn partition = ClockColumn.of(landscape, upstream, assumption.partitionColumn());
        String timeText = "coalesce(CAST(" + Identifier.sql(time.name()) + " AS VARCHAR), 'NULL')";
        String partitionText = "coalesce(CAST(" + Identifier.sql(partition.name()) + " AS VARCHAR), 'NULL')";
        String range = rows.map(condition -> " AND " + condition).orElse("");
        String sql = "SELECT " + timeText + " || ' in partition ' || " + partitionText + " FROM "
                + assumption.reference().table().sql()
                + " WHERE (" + partition.sql() + " IS NOT NULL AND " + time.floorSql() + " IS DISTINCT FROM "
                + partition.floorSql() + range + ") OR (" + partition.sql() + " IS NULL AND "
                + times.orElse(time.sql() + " IS NOT NULL") + ") LIMIT 1";
        String tie = assumption.declared()
                ? "is declared to lie in its row's own partition"
                : "is taken to lie in its row's own partition";
        return new Step.Check(
                "SMELT-P020",
                sql,
                "The windows of " + model + " hold only while " + assumption.timeColumn() + " of " + upstream + " "
                        + tie
                        + " (" + assumption.partitionColumn() + "), but a row that is read has "
                        + assumption.timeColumn() + " ",
                "Correct the row, or filter on " + assumption.partitionColumn() + " itself in " + model + ".");
    }

    private Optional<ReferenceRelation> relation(ClockAssumption assumption) {
        return landscape.relations(model).orElseThrow().stream()
                .filter(relation ->
                        relation.reference().index() == assumption.reference().index())
                .findFirst();
    }
}
