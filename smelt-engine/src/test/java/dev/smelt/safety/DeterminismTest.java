package dev.smelt.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.Column;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Refresh;
import dev.smelt.model.SafetyOverride;
import dev.smelt.model.Schema;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.time.Granularity;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** SQL in, refusals and warnings out. */
class DeterminismTest {
    private static Determinism.Findings findings(
            String sql, Set<SafetyOverride> overrides, Map<String, ColumnDeclaration> columns) {
        try (DuckDbBinder binder = DuckDbBinder.open(ZoneOffset.UTC, Map.of())) {
            binder.declare(
                    new TableName("main", "s"),
                    new Schema(List.of(
                            new Column("d", SqlType.DATE, true), new Column("v", new SqlType("INTEGER"), true))));
            SourceText text = SourceText.whole("models/m.sql", sql);
            ExpandedSql expanded = new ExpandedSql(
                    sql,
                    List.of(new ExpandedSql.Segment(new Span(0, sql.length()), text, 0, true, Optional.empty())),
                    List.of());
            SqlReader.Read read = (SqlReader.Read) Shadow.reader(binder).read(expanded);
            Model model = new Model(
                    new Address("m"),
                    new TableName("main", "m"),
                    Materialization.TABLE,
                    Refresh.INCREMENTAL,
                    Optional.of(new Timeseries(Optional.empty(), "d", Granularity.DAY)),
                    overrides,
                    columns,
                    SchemaEvolution.ALTER_AND_BACKFILL,
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    text,
                    List.of(),
                    Place.file("models/m.sql"));
            return Determinism.check(model, read.sql(), read.query(), ((Binder) binder)::volatility);
        }
    }

    private static String refusals(String sql) {
        return findings(sql, Set.of(), Map.of()).refusals().stream()
                .map(Diagnostic::render)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void callsOfTheClockAndOfChanceAreRefused() {
        assertThat(refusals("SELECT d, now() AS t FROM s"))
                .startsWith("models/m.sql:1:11: m: NOW() gives another value in each run")
                .contains("contract: plausible", "allow_nondeterministic");
        assertThat(refusals("SELECT d, random() AS r FROM s")).contains("RANDOM() gives another value each time");
        assertThat(refusals("SELECT d, v FROM s WHERE d < current_date")).contains("CURRENT_DATE()");
    }

    @Test
    void aggregatesThatDependOnTheOrderOfRowsNeedOne() {
        assertThat(refusals("SELECT d, string_agg(CAST(v AS VARCHAR), ',') AS l FROM s GROUP BY d"))
                .contains("STRING_AGG() depends on the order", "give the call an ORDER BY");
        assertThat(refusals("SELECT d, string_agg(CAST(v AS VARCHAR), ',' ORDER BY v) AS l FROM s GROUP BY d"))
                .isEmpty();
        assertThat(refusals("SELECT d, SUM(v) AS v FROM s GROUP BY d")).isEmpty();
    }

    @Test
    void aColumnMayBeDeclaredPlausible() {
        Map<String, ColumnDeclaration> plausible = Map.of(
                "t",
                new ColumnDeclaration(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), true));

        assertThat(findings("SELECT d, now() AS t FROM s", Set.of(), plausible).refusals())
                .isEmpty();
        assertThat(findings("SELECT d, random() AS t FROM s", Set.of(), plausible)
                        .refusals())
                .hasSize(1);
        assertThat(findings("SELECT d, random() AS r FROM s", Set.of(SafetyOverride.ALLOW_NONDETERMINISTIC), Map.of())
                        .refusals())
                .isEmpty();
    }

    @Test
    void aChoiceByOneKeyIsWarnedOf() {
        String sql = "SELECT d, ROW_NUMBER() OVER (PARTITION BY d ORDER BY %s) AS n FROM s";

        assertThat(findings(sql.replace("%s", "v"), Set.of(), Map.of()).warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.code()).isEqualTo("SMELT-K011"));
        assertThat(findings(sql.replace("%s", "v, d"), Set.of(), Map.of()).warnings())
                .isEmpty();
    }
}
