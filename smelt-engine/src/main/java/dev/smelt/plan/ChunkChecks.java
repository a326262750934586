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
                .map(assumption -> check(assumption, near(assumption, window)))
                .toList();
    }

    private Step.Check check(ClockAssumption assumption, Interval window) {
        return check(assumption, relation(assumption).flatMap(relation -> statements.condition(relation, window)));
    }

    private Optional<String> near(ClockAssumption assumption, Interval window) {
        ClockColumn time = ClockColumn.of(landscape, assumption.reference().target(), assumption.timeColumn());
        Optional<ReferenceRelation> relation = relation(assumption);
        return relation.flatMap(each -> statements.condition(each, window))
                .flatMap(partition -> relation.flatMap(each -> each.read())
                        .map(read -> read.image(window))
                        .flatMap(time::within)
                        .map(inTime -> "(" + partition + " OR " + inTime + ")"));
    }

    private Step.Check check(ClockAssumption assumption, Optional<String> rows) {
        Address upstream = assumption.reference().target();
        ClockColumn time = ClockColumn.of(landscape, upstream, assumption.timeColumn());
        ClockColumn partition = ClockColumn.of(landscape, upstream, assumption.partitionColumn());
        String timeText = "coalesce(CAST(" + Identifier.sql(time.name()) + " AS VARCHAR), 'NULL')";
        String partitionText = "CAST(" + Identifier.sql(partition.name()) + " AS VARCHAR)";
        String range = rows.map(condition -> " AND " + condition).orElse("");
        String sql = "SELECT " + timeText + " || ' in partition ' || " + partitionText + " FROM "
                + assumption.reference().table().sql()
                + " WHERE " + partition.sql() + " IS NOT NULL AND " + time.floorSql() + " IS DISTINCT FROM "
                + partition.floorSql() + range + " LIMIT 1";
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
