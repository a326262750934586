package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.lineage.Fingerprints;
import dev.smelt.lineage.Nullability;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.relation.Derivation;
import dev.smelt.safety.Determinism;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

/** Analyses the models of a project, each after what it reads: text, types, meaning, windows. */
final class Analyzer {

    private final Project project;
    private final Binder binder;
    private final SqlReader reader;
    private final SourceSchemas sources;
    private final SortedMap<TableName, Schema> schemas = new ConcurrentSkipListMap<>();
    private final SortedMap<Address, ModelAnalysis> models = new ConcurrentSkipListMap<>();
    private final ModelDerivation derivation;

    Analyzer(Project project, Binder binder, SqlReader reader, SourceSchemas sources) {
        this.project = project;
        this.binder = binder;
        this.reader = reader;
        this.sources = sources;
        this.schemas.putAll(sources.tables());
        this.derivation = new ModelDerivation(project, binder, schemas);
    }

    ProjectAnalysis analyze() {
        ExpandedModels expanded = ExpandedModels.of(project);
        ModelGraph graph = expanded.graph();
        List<Diagnostic> general = new ArrayList<>(sources.problems());
        general.addAll(graph.problems());
        general.addAll(project.notices());
        boolean circular = !graph.cycles().isEmpty();
        List<Address> order = circular ? List.copyOf(graph.upstreams().keySet()) : graph.order();
        if (circular) {
            order.forEach(address -> analyze(address, expanded));
        } else {
            UpstreamsFirst.forEach(order, graph::upstreams, address -> analyze(address, expanded));
        }
        return new ProjectAnalysis(project, graph, sources, models, order, general);
    }

    private void analyze(Address address, ExpandedModels expanded) {
        Model model = project.models().get(address);
        models.put(
                address,
                expanded.text(address)
                        .map(text -> analyze(model, text, expanded.graph().upstreams(address)))
                        .orElseGet(() -> new ModelAnalysis.Broken(
                                model, expanded.problems().get(address))));
    }

    private ModelAnalysis analyze(Model model, ExpandedSql sql, Set<Address> named) {
        List<Diagnostic> unbound = unbound(model, sql, named);
        if (!unbound.isEmpty()) {
            return new ModelAnalysis.Broken(model, unbound);
        }
        if (readsItself(model, sql) && !model.isIncremental()) {
            return new ModelAnalysis.Broken(model, List.of(neverTheSame(model, sql)));
        }
        SqlReader.Reading reading = reader.read(sql);
        Optional<Query> query = reading instanceof SqlReader.Read read ? Optional.of(read.query()) : Optional.empty();
        ExpandedSql text = reading instanceof SqlReader.Read read ? read.sql() : sql;
        try {
            Schema types = types(model, text, query);
            return bound(model, text, types, query, reading);
        } catch (EngineRejection e) {
            return new ModelAnalysis.Broken(model, List.of(rejected(model, text, e)));
        } catch (SmeltException e) {
            return new ModelAnalysis.Broken(model, e.diagnostics());
        }
    }

    private Schema types(Model model, ExpandedSql sql, Optional<Query> query) throws EngineRejection {
        if (!readsItself(model, sql)) {
            return binder.describe(sql.text());
        }
        return query.flatMap(read -> {
                    try {
                        return SelfColumns.bind(binder, model.table(), sql.text(), read);
                    } catch (EngineRejection e) {
                        throw SmeltException.project(rejected(model, sql, e));
                    }
                })
                .orElseThrow(() -> SmeltException.project(Diagnostic.error(
                        "SMELT-S063",
                        model.place(),
                        "The column types of " + model.address() + ", which reads itself, cannot be found.",
                        "Name every column in its select list, and cast those that come from the model itself.")));
    }

    private ModelAnalysis bound(
            Model model, ExpandedSql sql, Schema types, Optional<Query> query, SqlReader.Reading reading) {
        Schema schema = query.map(read -> Nullability.infer(read, types, this::schema))
                .orElseGet(() -> Nullability.nullable(types));
        schemas.put(model.table(), schema);
        binder.declare(model.table(), types);
        List<Diagnostic> findings = new ArrayList<>();
        Optional<Derivation> windows = Optional.empty();
        if (reading instanceof SqlReader.Unreadable unreadable) {
            windows = unreadable(model, unreadable.reason(), findings);
        } else if (model.timeseries().isPresent()) {
            windows = query.map(read -> derivation.derive(model, sql, read, schema));
        }
        if (model.isIncremental()) {
            windows = windows.map(derived -> derived.with(model.refusals(), List.of()));
            windows = windows.map(derived ->
                    query.map(read -> checked(model, sql, read, derived)).orElse(derived));
        }
        windows.ifPresent(derived -> {
            if (model.isIncremental()) {
                findings.addAll(derived.refusals());
                findings.addAll(derived.residue());
            }
            findings.addAll(derived.warnings());
        });
        if (!model.isIncremental()) {
            findings.addAll(model.refusals());
        }
        Fingerprints.Meaning meaning = query.map(
                        read -> Fingerprints.of(read, sql, schema, this::schema, binder.aggregates()))
                .orElseGet(() -> Fingerprints.ofText(sql, schema));
        return new ModelAnalysis.Bound(
                model,
                sql,
                schema,
                query,
                windows,
                meaning.definition(),
                meaning.lineage(),
                meaning.written(),
                findings);
    }

    /** A text that is not read faithfully is no reason to distrust a full rebuild, but one to refuse windows. */
    private static Optional<Derivation> unreadable(Model model, Diagnostic reason, List<Diagnostic> findings) {
        if (!model.isIncremental()) {
            Place place = reason.place().orElse(model.place());
            findings.add(
                    Diagnostic.notice(reason.code(), place, reason.message() + " It is built whole all the same."));
            return Optional.empty();
        }
        return Optional.of(new Derivation(List.of(), List.of(), List.of(), List.of(reason), List.of(), false, false));
    }

    private Derivation checked(Model model, ExpandedSql sql, Query query, Derivation derived) {
        Determinism.Findings found = Determinism.check(model, sql, query, binder::volatility);
        return derived.with(found.refusals(), found.warnings());
    }

    /** Why the model cannot even be bound: it reads something broken, or something whose columns nobody knows. */
    private List<Diagnostic> unbound(Model model, ExpandedSql sql, Set<Address> named) {
        List<Diagnostic> reasons = new ArrayList<>();
        SortedSet<Address> reads = new TreeSet<>(named);
        sql.references().forEach(reference -> reads.add(reference.target()));
        for (Address target : reads) {
            if (sources.unknown().containsKey(target)) {
                reasons.add(sources.unknown().get(target));
            } else if (models.get(target) instanceof ModelAnalysis.Broken) {
                reasons.add(Diagnostic.notice(
                        "SMELT-S064",
                        model.place(),
                        model.address() + " is not looked at, because it reads " + target + ", which has errors."));
            }
        }
        return reasons;
    }

    private static boolean readsItself(Model model, ExpandedSql sql) {
        return sql.references().stream()
                .anyMatch(reference -> reference.target().equals(model.address()));
    }

    /** Only partitions that read earlier ones have a first one to begin with. */
    private static Diagnostic neverTheSame(Model model, ExpandedSql sql) {
        Place place = sql.references().stream()
                .filter(reference -> reference.target().equals(model.address()))
                .findFirst()
                .map(reference -> sql.place(reference.span()))
                .orElse(model.place());
        return Diagnostic.error(
                "SMELT-S066",
                place,
                model.address() + " reads itself, but is made whole: it would be something else each time it is made.",
                "Build it by partitions that read earlier ones (refresh: incremental), or read what it is made from.");
    }

    private Optional<Schema> schema(TableName table) {
        return Optional.ofNullable(schemas.get(table));
    }

    private static Diagnostic rejected(Model model, ExpandedSql sql, EngineRejection e) {
        return unnamedPivot(model, sql, e).orElseGet(() -> {
            Place place = e.offset() >= 0 ? sql.place(e.offset()) : model.place();
            return Diagnostic.error(
                    "SMELT-S065", place, "The engine does not take " + model.address() + ": " + e.getMessage(), "");
        });
    }

    /** A PIVOT whose columns only the data decides is no single SELECT to the engine, which says no more than that. */
    private static Optional<Diagnostic> unnamedPivot(Model model, ExpandedSql sql, EngineRejection e) {
        if (!e.getMessage().startsWith("Only SELECT")) {
            return Optional.empty();
        }
        Tokens tokens = Tokens.of(sql.text());
        return IntStream.range(0, tokens.size())
                .filter(i -> tokens.isWord(i, "PIVOT") || tokens.isWord(i, "PIVOT_WIDER"))
                .mapToObj(i -> tokens.get(i).span())
                .findFirst()
                .map(pivot -> Diagnostic.error(
                        "SMELT-S065",
                        sql.place(pivot),
                        "The columns of " + model.address()
                                + " depend on the data, because this PIVOT does not name the values of its ON.",
                        "Name them, such as ON k IN ('a', 'b')."));
    }
}
