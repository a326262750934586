package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.graph.ModelGraph;
import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.lineage.ColumnLineage;
import dev.smelt.lineage.WrittenColumns;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.Granules;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.Refresh;
import dev.smelt.model.Schema;
import dev.smelt.model.SchemaEvolution;
import dev.smelt.model.Source;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Target;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.PartitionMap.Reach;
import dev.smelt.time.PartitionMap.Side;
import dev.smelt.time.TimeMap;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A world written by hand: sources, models with their windows, what is built. */
final class Pipeline {
    private final SortedMap<Address, Source> sources = new TreeMap<>();
    private final Map<Address, Spec> specs = new LinkedHashMap<>();
    private final Map<Address, Granules> granules = new HashMap<>();
    private final Map<Address, List<PartitionState>> built = new HashMap<>();
    private final Map<Address, Project.LookupPolicy> lookups = new HashMap<>();
    private final Map<Address, List<String>> storedColumns = new HashMap<>();
    private ZoneId zone = ZoneId.of("UTC");
    private String asOf = "2026-12-01";

    static Address at(String path) {
        return new Address(path);
    }

    static Interval days(String start, String end) {
        return new Interval(
                Granularity.DAY.parse(start).orElseThrow(),
                Granularity.DAY.parse(end).orElseThrow());
    }

    /** From so many days before to so many days after. */
    static PartitionMap reach(int before, int after) {
        return reach(before, after, Granularity.DAY, Granularity.DAY);
    }

    static PartitionMap reach(int before, int after, Granularity output, Granularity input) {
        long unit = output.isTime() ? Granularity.MICROS_PER_DAY : 1;
        return new PartitionMap(
                List.of(new Reach(Side.of(TimeMap.shift(-before * unit)), Side.of(TimeMap.shift(after * unit)))),
                output,
                output.equals(Granularity.HOUR) ? 1 : unit,
                input);
    }

    /** Everything up to the partition itself. */
    static PartitionMap upTo() {
        return new PartitionMap(
                List.of(new Reach(Side.unbounded(), Side.of(TimeMap.IDENTITY))),
                Granularity.DAY,
                Granularity.MICROS_PER_DAY,
                Granularity.DAY);
    }

    Pipeline source(String path, String table, String clock, Granularity granularity, String columns) {
        Optional<Timeseries> timeseries =
                clock.isEmpty() ? Optional.empty() : Optional.of(new Timeseries(Optional.empty(), clock, granularity));
        sources.put(
                at(path),
                new Source(
                        at(path),
                        TableName.parse(table, "main"),
                        columns(columns),
                        timeseries,
                        List.of(),
                        Optional.empty(),
                        false,
                        Place.file(path + ".yml")));
        return this;
    }

    Pipeline source(String path, String table) {
        return source(path, table, "d", Granularity.DAY, "d DATE");
    }

    Pipeline lookup(String path, String table) {
        return source(path, table, "", Granularity.DAY, "id INTEGER");
    }

    /** Days of a source or full-refresh model that hold a row. */
    Pipeline rows(String path, String... starts) {
        TreeMap<Long, Long> rows = new TreeMap<>();
        for (String start : starts) {
            rows.put(Granularity.DAY.parse(start).orElseThrow(), 1L);
        }
        granules.put(at(path), new Granules(Granularity.DAY, rows, 0, 0));
        return this;
    }

    Pipeline rowsBetween(String path, String start, String end) {
        TreeMap<Long, Long> rows = new TreeMap<>();
        Interval window = days(start, end);
        for (long day = window.start(); day < window.end(); day = Granularity.DAY.next(day)) {
            rows.put(day, 1L);
        }
        granules.put(at(path), new Granules(Granularity.DAY, rows, 0, 0));
        return this;
    }

    Pipeline asOf(String time) {
        asOf = time;
        return this;
    }

    Pipeline zone(String id) {
        zone = ZoneId.of(id);
        return this;
    }

    Pipeline asBuilt(String lookup) {
        lookups.put(at(lookup), Project.LookupPolicy.AS_BUILT);
        return this;
    }

    Pipeline stored(String model, String... columns) {
        storedColumns.put(at(model), List.of(columns));
        return this;
    }

    Pipeline built(String model, String start, String end) {
        return built(model, start, end, true, Optional.empty(), "2026-12-01");
    }

    Pipeline stale(String model, String start, String end) {
        return built(model, start, end, true, Optional.of("test"), "2026-12-01");
    }

    Pipeline open(String model, String start, String end, String horizon) {
        return built(model, start, end, false, Optional.empty(), horizon);
    }

    private Pipeline built(
            String model, String start, String end, boolean complete, Optional<String> stale, String horizon) {
        Granularity granularity = specs.get(at(model)).clock.orElseThrow().granularity();
        Interval window = days(start, end);
        List<PartitionState> states = built.computeIfAbsent(at(model), key -> new ArrayList<>());
        for (long at = window.start(); at < window.end(); at = granularity.next(at)) {
            states.add(new PartitionState(
                    granularity.granule(at),
                    complete,
                    stale,
                    "definition",
                    "run",
                    1,
                    Granularity.DAY.parse(horizon).orElseThrow(),
                    1));
        }
        return this;
    }

    Pipeline builtWhole(String model) {
        built.put(
                at(model),
                List.of(new PartitionState(Interval.ALL, true, Optional.empty(), "definition", "run", 1, 0, 1)));
        return this;
    }

    Spec model(String path) {
        Spec spec = new Spec(path);
        specs.put(at(path), spec);
        return spec;
    }

    World world() {
        SortedMap<Address, Model> models = new TreeMap<>();
        SortedMap<Address, ModelFacts> facts = new TreeMap<>();
        SortedMap<Address, SortedSet<Address>> upstreams = new TreeMap<>();
        SortedMap<TableName, Relation> relations = new TreeMap<>();
        SortedMap<Address, ModelState> states = new TreeMap<>();
        for (Spec spec : specs.values()) {
            ModelFacts each = spec.facts();
            models.put(spec.address, each.model());
            facts.put(spec.address, each);
            SortedSet<Address> reads = new TreeSet<>();
            each.sql().references().forEach(reference -> reads.add(reference.target()));
            upstreams.put(spec.address, reads);
            if (built.containsKey(spec.address)) {
                List<Column> columns = each.schema().columns();
                if (storedColumns.containsKey(spec.address)) {
                    columns = storedColumns.get(spec.address).stream()
                            .map(name -> new Column(name, SqlType.VARCHAR, true))
                            .toList();
                }
                relations.put(each.model().table(), new Relation(new Schema(columns), false));
                List<PartitionState> partitions = built.get(spec.address).stream()
                        .sorted(Comparator.comparing(PartitionState::range))
                        .toList();
                states.put(
                        spec.address,
                        new ModelState(
                                spec.address,
                                new Deployment(each.model().table(), each.schema(), spec.clock, each.definition()),
                                partitions));
            }
        }
        Project project = new Project(
                "test",
                Path.of("/project"),
                new Target("dev", "duckdb", Path.of("/project/dev.duckdb"), "main", Map.of()),
                models,
                sources,
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(),
                List.of(),
                zone,
                false,
                lookups,
                List.of());
        return new World(
                project,
                new ModelGraph(upstreams),
                facts,
                new CatalogueSnapshot(relations),
                new LedgerSnapshot(states),
                granules,
                Granularity.DAY.parse(asOf).orElseThrow());
    }

    private static List<Column> columns(String text) {
        List<Column> columns = new ArrayList<>();
        for (String each : text.split(", ")) {
            int blank = each.indexOf(' ');
            columns.add(new Column(each.substring(0, blank), new SqlType(each.substring(blank + 1)), true));
        }
        return columns;
    }

    /** One model as a test writes it. */
    final class Spec {
        private final Address address;
        private final TableName table;
        private final List<ReferenceRelation> relations = new ArrayList<>();
        private final List<ClockAssumption> assumptions = new ArrayList<>();
        private final List<Diagnostic> refusals = new ArrayList<>();
        private final List<SchemaChange> changes = new ArrayList<>();
        private Materialization materialization = Materialization.TABLE;
        private Refresh refresh = Refresh.INCREMENTAL;
        private Optional<Timeseries> clock = Optional.of(new Timeseries(Optional.empty(), "d", Granularity.DAY));
        private String columns = "d DATE";
        private String sql = "";
        private Optional<Long> start = Optional.empty();
        private boolean ordered;

        Spec(String path) {
            address = at(path);
            table = new TableName("main", path.replace('.', '_'));
        }

        Spec clock(String column, Granularity granularity) {
            clock = Optional.of(new Timeseries(Optional.empty(), column, granularity));
            return this;
        }

        Spec full() {
            refresh = Refresh.FULL;
            return this;
        }

        Spec unclocked() {
            refresh = Refresh.FULL;
            clock = Optional.empty();
            return this;
        }

        Spec view() {
            materialization = Materialization.VIEW;
            refresh = Refresh.FULL;
            return this;
        }

        Spec columns(String text) {
            columns = text;
            return this;
        }

        Spec sql(String text) {
            sql = text;
            return this;
        }

        Spec start(String day) {
            start = Granularity.DAY.parse(day);
            return this;
        }

        Spec ordered() {
            ordered = true;
            return this;
        }

        Spec refused(String code) {
            refusals.add(Diagnostic.error(code, Place.file(address + ".sql"), "Not derivable.", "Bound it."));
            return this;
        }

        Spec change(SchemaChange change) {
            changes.add(change);
            return this;
        }

        /** Adds a reference; where no text was given, one is made up that selects from all of them. */
        Spec reads(String upstream, PartitionMap attribution, PartitionMap read, boolean driver) {
            return reference(upstream, Optional.of(attribution), Optional.of(read), driver);
        }

        Spec drivenBy(String upstream, int before, int after) {
            return reads(upstream, reach(0, 0), reach(before, after), true);
        }

        Spec joins(String upstream, int before, int after) {
            return reads(upstream, reach(before, after), reach(before, after), false);
        }

        Spec looksUp(String upstream) {
            return reference(upstream, Optional.empty(), Optional.empty(), false);
        }

        Spec assumes(int reference, String timeColumn, String partitionColumn) {
            assumptions.add(
                    new ClockAssumption(relations.get(reference).reference(), timeColumn, partitionColumn, false));
            return this;
        }

        Pipeline end() {
            return Pipeline.this;
        }

        private Spec reference(
                String upstream, Optional<PartitionMap> attribution, Optional<PartitionMap> read, boolean driver) {
            Address target = at(upstream);
            TableName name = target.equals(address)
                    ? table
                    : sources.containsKey(target) ? sources.get(target).table() : specs.get(target).table;
            Optional<Timeseries> upstreamClock = target.equals(address)
                    ? clock
                    : sources.containsKey(target) ? sources.get(target).timeseries() : specs.get(target).clock;
            if (!sql.contains(name.sql())) {
                sql += (sql.isEmpty() ? "SELECT * FROM " : "\nJOIN ") + name.sql();
            }
            int from = sql.indexOf(name.sql());
            Reference reference = new Reference(
                    relations.size(),
                    target,
                    name,
                    new Span(from, from + name.sql().length()),
                    Optional.empty());
            relations.add(new ReferenceRelation(
                    reference,
                    name.name(),
                    read.isPresent() ? upstreamClock : Optional.empty(),
                    attribution,
                    read,
                    driver,
                    target.equals(address),
                    List.of()));
            return this;
        }

        private ModelFacts facts() {
            SourceText text = SourceText.whole("models/" + address.path().replace('.', '/') + ".sql", sql);
            Model model = new Model(
                    address,
                    table,
                    materialization,
                    refresh,
                    clock,
                    Set.of(),
                    Map.of(),
                    SchemaEvolution.ALTER_AND_BACKFILL,
                    start,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    text,
                    List.of(),
                    text.place(0));
            ExpandedSql expanded = new ExpandedSql(
                    sql,
                    List.of(new ExpandedSql.Segment(new Span(0, sql.length()), text, 0, true, Optional.empty())),
                    relations.stream().map(ReferenceRelation::reference).toList());
            Optional<Derivation> derivation = clock.map(
                    each -> new Derivation(relations, assumptions, List.of(), refusals, List.of(), ordered, false));
            SchemaDifference difference = new SchemaDifference(
                    address,
                    table,
                    !changes.isEmpty()
                            ? SchemaDifference.State.CHANGED
                            : built.containsKey(address)
                                    ? SchemaDifference.State.UNCHANGED
                                    : SchemaDifference.State.NEW,
                    changes);
            return new ModelFacts(
                    model,
                    expanded,
                    new Schema(Pipeline.columns(columns)),
                    derivation,
                    new Definition("rows", new TreeMap<>()),
                    new ColumnLineage(new TreeMap<>(), new TreeSet<>()),
                    WrittenColumns.NONE,
                    difference);
        }
    }
}
