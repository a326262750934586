package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.List;
import java.util.stream.Stream;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Clauses that other dialects have and the IR has no place for. */
final class ForeignClauses {
    private ForeignClauses() {}

    /** @throws Unfaithful where the query has one */
    static void refuse(Select select, Span place) {
        boolean foreign = Stream.of(
                        select.getForClause(),
                        select.getOption(),
                        select.getForMode(),
                        select.getForUpdate(),
                        select.getIsolation(),
                        select.getInterpolate(),
                        select.getPivot(),
                        select.getUnPivot())
                .anyMatch(part -> part != null);
        boolean plain = select instanceof PlainSelect each
                && Stream.of(
                                each.getTop(),
                                each.getSkip(),
                                each.getFirst(),
                                each.getIntoTables(),
                                each.getIntoTempTable(),
                                each.getPreWhere(),
                                each.getLateralViews(),
                                each.getOracleHierarchical(),
                                each.getPreferringClause(),
                                each.getKsqlWindow(),
                                each.getForXmlPath())
                        .anyMatch(part -> part != null && !(part instanceof List<?> list && list.isEmpty()));
        if (foreign || plain) {
            throw new Unfaithful("A clause of this SELECT", place);
        }
    }
}
