package dev.smelt.law;

import dev.smelt.Shadow;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.law.Case.Change;
import dev.smelt.law.Feed.Row;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Refresh;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.DerivationInput;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.relation.TimeRelations;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks cases on a real engine: partitions rebuilt from what their windows read against one full rebuild. */
final class LawBench implements AutoCloseable {
    private static final Pattern FEED = Pattern.compile("\\br_[a-z]+\\b");

    private final DuckDbBinder binder;
    private final Connection connection;
    private final Statement statement;

    private LawBench(DuckDbBinder binder, Connection connection, Statement statement) {
        this.binder = binder;
        this.connection = connection;
        this.statement = statement;
    }

    static LawBench open() throws SQLException {
        DuckDbBinder binder = DuckDbBinder.open(ZoneOffset.UTC, Map.of());
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        statement.execute("SET threads = 1");
        for (Feed feed : Feed.values()) {
            binder.declare(feed.tableName(), feed.relation().schema());
            statement.execute(feed.createTable());
        }
        return new LawBench(binder, connection, statement);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        binder.close();
    }

    /** The model as read, and what was derived about it. */
    private record Derived(ExpandedSql sql, Derivation derivation) {}

    Verdict check(Case tried) throws SQLException {
        Derived derived;
        try {
            derived = derive(tried.model());
        } catch (Binder.EngineRejection e) {
            return new Verdict.Invalid(e.getMessage());
        } catch (Unread e) {
            return new Verdict.Refused(e.getMessage());
        }
        if (derived.derivation().isRefused()) {
            return new Verdict.Refused(derived.derivation().refusals().get(0).render());
        }
        Map<Feed, List<Row>> held = new LinkedHashMap<>();
        for (Map.Entry<Feed, List<Row>> input : tried.rows().entrySet()) {
            held.put(input.getKey(), new ArrayList<>(input.getValue()));
            fill(input.getKey(), input.getValue());
        }
        if (isAssumptionBroken(derived.derivation())) {
            return new Verdict.AssumptionBroken();
        }
        try {
            statement.execute("CREATE OR REPLACE TEMP TABLE full_rebuild AS SELECT * FROM ("
                    + derived.sql().text() + ") WHERE p IS NOT NULL");
        } catch (SQLException e) {
            return new Verdict.Invalid(e.getMessage());
        }
        Optional<Verdict> chunks = checkChunks(tried, derived);
        if (chunks.isPresent()) {
            return chunks.get();
        }
        return checkDirt(tried, derived, held);
    }

    /** Partition by partition, each from nothing but what it reads. */
    private Optional<Verdict> checkChunks(Case tried, Derived derived) throws SQLException {
        statement.execute("CREATE OR REPLACE TEMP TABLE built AS FROM full_rebuild LIMIT 0");
        Granularity granularity = tried.model().granularity();
        for (Interval chunk : chunks(tried)) {
            statement.execute("INSERT INTO built SELECT * FROM (" + spliced(derived, chunk) + ") AS c WHERE "
                    + within("p", granularity, chunk));
        }
        List<String> different = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT 'missing', * FROM (FROM full_rebuild EXCEPT ALL FROM built) UNION ALL SELECT 'extra', * FROM (FROM built EXCEPT ALL FROM full_rebuild) ORDER BY 2 LIMIT 5")) {
            while (rows.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    cells.add(rows.getString(i));
                }
                different.add(String.join(" | ", cells));
            }
        }
        return different.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Verdict.Broken("rebuild", String.join("\n", different) + "\n" + reads(derived, tried)));
    }

    /** Single granules here and there, and the stretches between them. */
    private static List<Interval> chunks(Case tried) {
        Granularity granularity = tried.model().granularity();
        Random random = new Random(tried.firstDay());
        Set<Long> cuts = new TreeSet<>(List.of(granularity.floor(tried.start()), granularity.next(tried.end())));
        for (int i = 0; i < 14; i++) {
            long value = granularity.isTime()
                    ? tried.firstDay() + (random.nextInt(24 * (Case.DAYS + 2)) - 24) * Granularity.MICROS_PER_HOUR
                    : random.nextInt(Case.DAYS + 4) - 2;
            cuts.add(granularity.floor(value));
            cuts.add(granularity.next(value));
        }
        List<Interval> chunks = new ArrayList<>();
        Optional<Long> before = Optional.empty();
        for (Long cut : cuts) {
            before.ifPresent(start -> chunks.add(new Interval(start, cut)));
            before = Optional.of(cut);
        }
        return chunks;
    }

    private static String spliced(Derived derived, Interval chunk) {
        Map<Integer, ReferenceRelation> relations = new LinkedHashMap<>();
        derived.derivation()
                .relations()
                .forEach(each -> relations.put(each.reference().index(), each));
        return derived.sql()
                .spliced(reference -> Optional.of(relations.get(reference.index()))
                        .filter(relation -> !relation.isLookup())
                        .map(relation -> "(SELECT * FROM " + reference.table().name() + " WHERE "
                                + within(
                                        feed(reference).clockSql(),
                                        feed(reference).granularity(),
                                        relation.read().orElseThrow().image(chunk))
                                + ")"));
    }

    private static String within(String clock, Granularity granularity, Interval window) {
        if (window.isEmpty()) {
            return "false";
        }
        List<String> sides = new ArrayList<>();
        if (window.start() != Interval.NEGATIVE_INFINITY) {
            sides.add(clock + " >= " + literal(granularity, window.start()));
        }
        if (window.end() != Interval.POSITIVE_INFINITY) {
            sides.add(clock + " < " + literal(granularity, window.end()));
        }
        return sides.isEmpty() ? "true" : String.join(" AND ", sides);
    }

    private static String literal(Granularity granularity, long value) {
        return granularity.isTime() ? "'" + granularity.format(value) + "'" : Long.toString(value);
    }

    /** After every change: whatever differs must have been announced by some reference to what changed. */
    private Verdict checkDirt(Case tried, Derived derived, Map<Feed, List<Row>> held) throws SQLException {
        Granularity granularity = tried.model().granularity();
        long announced = 0;
        long changed = 0;
        for (Change change : tried.changes()) {
            List<Row> rows = held.get(change.feed());
            if (rows == null || !rows.containsAll(change.gone())) {
                continue;
            }
            change.gone().forEach(rows::remove);
            rows.addAll(change.come());
            fill(change.feed(), rows);
            List<Interval> dirty = dirty(derived, change);
            try {
                statement.execute("CREATE OR REPLACE TEMP TABLE after_change AS SELECT * FROM ("
                        + derived.sql().text() + ") WHERE p IS NOT NULL");
            } catch (SQLException e) {
                return new Verdict.Invalid(e.getMessage());
            }
            Set<Long> differing = granules(
                    "SELECT DISTINCT %s FROM ((FROM full_rebuild EXCEPT ALL FROM after_change) UNION ALL (FROM after_change EXCEPT ALL FROM full_rebuild))",
                    granularity);
            for (long granule : differing) {
                if (dirty.stream().noneMatch(window -> window.contains(granule))) {
                    return new Verdict.Broken(
                            "dirt",
                            "changed but not announced: " + granularity.format(granule) + "\nlanded: " + change
                                    + "\nannounced: "
                                    + dirty.stream().map(granularity::format).toList());
                }
            }
            Set<Long> all =
                    granules("SELECT DISTINCT %s FROM (FROM full_rebuild UNION ALL FROM after_change)", granularity);
            announced += all.stream()
                    .filter(granule -> dirty.stream().anyMatch(window -> window.contains(granule)))
                    .count();
            changed += differing.size();
            statement.execute("DROP TABLE full_rebuild");
            statement.execute("ALTER TABLE after_change RENAME TO full_rebuild");
        }
        return new Verdict.Held(announced, changed);
    }

    private static List<Interval> dirty(Derived derived, Change change) {
        List<Interval> dirty = new ArrayList<>();
        List<Row> touched = new ArrayList<>(change.gone());
        touched.addAll(change.come());
        for (Row row : touched) {
            Interval landed = change.feed().granularity().granule(row.clock().orElseThrow());
            for (ReferenceRelation relation : derived.derivation().relations()) {
                if (!relation.isLookup() && feed(relation.reference()) == change.feed()) {
                    dirty.add(relation.read().orElseThrow().inverse(landed));
                }
            }
        }
        return dirty;
    }

    private Set<Long> granules(String query, Granularity granularity) throws SQLException {
        String value = granularity.isTime() ? "epoch_us(CAST(p AS TIMESTAMP))" : "CAST(p AS BIGINT)";
        Set<Long> found = new TreeSet<>();
        try (ResultSet rows = statement.executeQuery(query.formatted(value))) {
            while (rows.next()) {
                found.add(granularity.floor(rows.getLong(1)));
            }
        }
        return found;
    }

    private void fill(Feed feed, List<Row> rows) throws SQLException {
        statement.execute("DELETE FROM " + feed.table());
        if (!rows.isEmpty()) {
            statement.execute("INSERT INTO " + feed.table() + " VALUES "
                    + String.join(", ", rows.stream().map(Row::sql).toList()));
        }
    }

    private boolean isAssumptionBroken(Derivation derivation) throws SQLException {
        for (ClockAssumption assumption : derivation.assumptions()) {
            Feed feed = feed(assumption.reference());
            String unit = feed.granularity().unit().name().toLowerCase(Locale.ROOT);
            String floor = "date_trunc('" + unit + "', %s)";
            try (ResultSet found = statement.executeQuery("SELECT count(*) FROM " + feed.table() + " WHERE "
                    + floor.formatted(assumption.timeColumn()) + " IS DISTINCT FROM "
                    + floor.formatted(assumption.partitionColumn()))) {
                found.next();
                if (found.getLong(1) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Feed feed(Reference reference) {
        return Feed.valueOf(reference.table().name().toUpperCase(Locale.ROOT));
    }

    // ---- reading and deriving

    private static final class Unread extends Exception {
        private static final long serialVersionUID = 1L;

        Unread(Diagnostic reason) {
            super(reason.render());
        }
    }

    private Derived derive(GeneratedModel model) throws Binder.EngineRejection, Unread {
        ExpandedSql expanded = expanded(model.sql());
        dev.smelt.model.Schema schema = binder.describe(expanded.text());
        SqlReader.Reading reading = Shadow.reader(binder).read(expanded);
        if (reading instanceof SqlReader.Unreadable unreadable) {
            throw new Unread(unreadable.reason());
        }
        SqlReader.Read read = (SqlReader.Read) reading;
        Query query = read.query();
        Derivation derivation = TimeRelations.derive(new DerivationInput(
                declaration(model),
                read.sql(),
                query,
                schema,
                reference -> feed(reference).relation(),
                binder.aggregates(),
                ZoneOffset.UTC,
                binder::zoneDifference,
                false));
        return new Derived(read.sql(), derivation);
    }

    private static ExpandedSql expanded(String sql) {
        List<Reference> found = new ArrayList<>();
        Matcher matcher = FEED.matcher(sql);
        while (matcher.find()) {
            found.add(new Reference(
                    found.size(),
                    new Address(matcher.group()),
                    new TableName("main", matcher.group()),
                    new Span(matcher.start(), matcher.end()),
                    Optional.empty()));
        }
        SourceText text = SourceText.whole("models/m.sql", sql);
        return new ExpandedSql(
                sql,
                List.of(new ExpandedSql.Segment(new Span(0, sql.length()), text, 0, true, Optional.empty())),
                found);
    }

    private static Model declaration(GeneratedModel model) {
        return new Model(
                new Address("m"),
                new TableName("main", "m"),
                Materialization.TABLE,
                Refresh.INCREMENTAL,
                Optional.of(new Timeseries(Optional.empty(), GeneratedModel.PARTITION, model.granularity())),
                Set.of(),
                Map.of(),
                SchemaEvolution.ALTER_AND_BACKFILL,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                SourceText.whole("models/m.sql", model.sql()),
                List.of(),
                Place.file("models/m.sql"));
    }

    private static String reads(Derived derived, Case tried) {
        StringBuilder text = new StringBuilder("read for ");
        Granularity granularity = tried.model().granularity();
        Interval granule =
                granularity.granule(granularity.isTime() ? tried.firstDay() + 10 * Granularity.MICROS_PER_DAY : 10);
        text.append(granularity.format(granule)).append(':');
        for (ReferenceRelation relation : derived.derivation().relations()) {
            text.append(' ').append(relation.reference().table().name()).append(' ');
            text.append(relation.read()
                    .map(map -> map.input().format(map.image(granule)))
                    .orElse("whole"));
        }
        return text.toString();
    }
}
