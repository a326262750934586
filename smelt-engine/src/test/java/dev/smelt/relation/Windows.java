package dev.smelt.relation;

import dev.smelt.Shadow;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.Column;
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
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.PartitionMap;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** SQL in, windows out: relations are declared in a line each, a model is its SQL and its partition column. */
final class Windows {
    private final Map<String, InputRelation> inputs = new LinkedHashMap<>();
    private final Set<SafetyOverride> overrides = EnumSet.noneOf(SafetyOverride.class);
    private boolean strict;
    private ZoneId zone = ZoneOffset.UTC;

    private Derivation derivation;
    private Granularity output;
    private List<Reference> references = List.of();
    private ExpandedSql text;

    static Windows given() {
        return new Windows();
    }

    /** {@code given().clocked("s(d DATE, amt INTEGER)", "d", DAY)}. */
    Windows clocked(String declaration, String partitionColumn, Granularity granularity) {
        return declare(declaration, Optional.of(new Timeseries(Optional.empty(), partitionColumn, granularity)));
    }

    Windows clocked(String declaration, String partitionColumn, String eventTimeColumn, Granularity granularity) {
        return declare(
                declaration, Optional.of(new Timeseries(Optional.of(eventTimeColumn), partitionColumn, granularity)));
    }

    Windows lookup(String declaration) {
        return declare(declaration, Optional.empty());
    }

    private Windows declare(String declaration, Optional<Timeseries> clock) {
        int open = declaration.indexOf('(');
        List<Column> columns = new ArrayList<>();
        for (String column :
                declaration.substring(open + 1, declaration.length() - 1).split(",\\s*")) {
            int blank = column.indexOf(' ');
            columns.add(new Column(column.substring(0, blank), new SqlType(column.substring(blank + 1)), true));
        }
        inputs.put(declaration.substring(0, open), new InputRelation(new Schema(columns), clock));
        return this;
    }

    Windows signing(SafetyOverride override) {
        overrides.add(override);
        return this;
    }

    /** The project's time zone; UTC where none is named. */
    Windows inZone(String name) {
        zone = ZoneId.of(name);
        return this;
    }

    Windows strictReach() {
        strict = true;
        return this;
    }

    /** Derives the windows of the model {@code m}, whose table a self-reference names. */
    Windows when(String sql, String partitionColumn, Granularity granularity) {
        output = granularity;
        try (DuckDbBinder binder = DuckDbBinder.open(zone, Map.of())) {
            inputs.forEach((name, input) -> binder.declare(new TableName("main", name), input.schema()));
            SqlReader.Reading reading = Shadow.reader(binder).read(expanded(sql));
            if (reading instanceof SqlReader.Unreadable unreadable) {
                throw new AssertionError(unreadable.reason().render());
            }
            SqlReader.Read read = (SqlReader.Read) reading;
            references = read.sql().references();
            text = read.sql();
            Model model = model(sql, new Timeseries(Optional.empty(), partitionColumn, granularity));
            derivation = TimeRelations.derive(new DerivationInput(
                    model,
                    read.sql(),
                    read.query(),
                    binder.describe(read.sql().text()),
                    reference -> inputs.get(reference.table().name()),
                    binder.aggregates(),
                    zone,
                    binder::zoneDifference,
                    strict));
        } catch (Binder.EngineRejection e) {
            throw new AssertionError(e.getMessage(), e);
        }
        return this;
    }

    private ExpandedSql expanded(String sql) {
        List<Reference> found = new ArrayList<>();
        String names = inputs.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
        Matcher matcher = Pattern.compile("(?<=\\b(?:FROM|JOIN) )(?:main\\.)?(" + names + ")\\b")
                .matcher(sql);
        while (matcher.find()) {
            found.add(new Reference(
                    found.size(),
                    new Address(matcher.group(1)),
                    new TableName("main", matcher.group(1)),
                    new Span(matcher.start(), matcher.end()),
                    Optional.empty()));
        }
        SourceText text = SourceText.whole("models/m.sql", sql);
        return new ExpandedSql(
                sql,
                List.of(new ExpandedSql.Segment(new Span(0, sql.length()), text, 0, true, Optional.empty())),
                found);
    }

    private Model model(String sql, Timeseries timeseries) {
        return new Model(
                new Address("m"),
                new TableName("main", "m"),
                Materialization.TABLE,
                Refresh.INCREMENTAL,
                Optional.of(timeseries),
                overrides,
                Map.of(),
                SchemaEvolution.ALTER_AND_BACKFILL,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                SourceText.whole("models/m.sql", sql),
                List.of(),
                Place.file("models/m.sql"));
    }

    /** What is read of a relation to rebuild the output window, as text. */
    String read(String relation, String start, String end) {
        PartitionMap map = relation(relation).read().orElseThrow();
        return map.input().format(map.image(window(start, end, output)));
    }

    /** Which input partitions the rows of the output window belong to, as text. */
    String attributed(String relation, String start, String end) {
        PartitionMap map = relation(relation).attribution().orElseThrow();
        return map.input().format(map.image(window(start, end, output)));
    }

    /** Which output partitions are dirty when the window landed in a relation, as text. */
    String dirty(String relation, String start, String end) {
        PartitionMap map = relation(relation).read().orElseThrow();
        return output.format(map.inverse(window(start, end, map.input())));
    }

    /** Which output partitions a run over the window writes, as text. */
    String written(String relation, String start, String end) {
        PartitionMap map = relation(relation).attribution().orElseThrow();
        return output.format(map.inverse(window(start, end, map.input())));
    }

    /** The model's text, every clocked reference reading only what the output window needs of it. */
    String reading(String start, String end) {
        if (derivation.isRefused()) {
            throw new AssertionError("refused: " + refusal());
        }
        return text.spliced(reference -> {
            ReferenceRelation relation = derivation.relations().stream()
                    .filter(each -> each.reference().index() == reference.index())
                    .findFirst()
                    .orElseThrow();
            return relation.read()
                    .map(map -> "(SELECT * FROM " + reference.table().sql() + " WHERE "
                            + condition(relation.clock().orElseThrow(), map.image(window(start, end, output))) + ")");
        });
    }

    private static String condition(Timeseries clock, Interval window) {
        List<String> sides = new ArrayList<>(List.of(window.isEmpty() ? "false" : "true"));
        String value = "CAST(" + clock.partitionColumn() + " AS TIMESTAMP)";
        if (window.start() != Interval.NEGATIVE_INFINITY) {
            sides.add(value + " >= '" + clock.granularity().format(window.start()) + "'");
        }
        if (window.end() != Interval.POSITIVE_INFINITY) {
            sides.add(value + " < '" + clock.granularity().format(window.end()) + "'");
        }
        return String.join(" AND ", sides);
    }

    private static Interval window(String start, String end, Granularity granularity) {
        return new Interval(
                granularity.parse(start).orElseThrow(), granularity.parse(end).orElseThrow());
    }

    /** The first relation of that name; a second occurrence is {@code name#2}. */
    ReferenceRelation relation(String name) {
        if (derivation.isRefused()) {
            throw new AssertionError("refused: " + refusal());
        }
        int number = name.contains("#") ? Integer.parseInt(name.substring(name.indexOf('#') + 1)) : 1;
        String table = name.contains("#") ? name.substring(0, name.indexOf('#')) : name;
        return derivation.relations().stream()
                .filter(each -> each.reference().table().name().equals(table))
                .skip(number - 1L)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + references));
    }

    List<String> drivers() {
        return derivation.relations().stream()
                .filter(ReferenceRelation::driver)
                .map(each -> each.reference().table().name())
                .toList();
    }

    Derivation derivation() {
        return derivation;
    }

    /** What the clauses say that prove the bounds of what is read from it. */
    List<String> says(String input) {
        return derivation.relations().stream()
                .filter(relation -> relation.reference().target().equals(new Address(input)))
                .flatMap(relation -> relation.evidence().stream())
                .flatMap(bound -> bound.clauses().stream())
                .map(Evidence::says)
                .distinct()
                .toList();
    }

    List<String> refusals() {
        return derivation.refusals().stream().map(Diagnostic::message).toList();
    }

    /** All refusals as the user reads them, empty where there is none. */
    String refusal() {
        return derivation.refusals().stream().map(Diagnostic::render).collect(Collectors.joining("\n"));
    }

    List<String> warnings() {
        return derivation.warnings().stream().map(Diagnostic::render).toList();
    }

    List<String> residue() {
        return derivation.residue().stream().map(Diagnostic::message).toList();
    }
}
