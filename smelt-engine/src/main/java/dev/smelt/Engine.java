package dev.smelt;

import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.lineage.StoredRow;
import dev.smelt.lineage.StoredRows;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.sql.EitherReader;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.duckdb.EngineTreeReader;
import dev.smelt.sql.jsqlparser.JSqlParserReader;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import dev.smelt.warehouse.duckdb.DuckDbWarehouse;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The wiring: the one place that names the adapters. An analysis is kept for as long as what it rests on is the same. */
final class Engine implements AutoCloseable {

    private final SmeltSettings settings;
    private final Optional<Binder> lent;
    private Optional<Binder> binder = Optional.empty();
    private Optional<ProjectAnalysis> analysis = Optional.empty();

    Engine(SmeltSettings settings) {
        this.settings = settings;
        this.lent = Optional.empty();
    }

    /** @param lent opened with the settings of the project's target; stays open when this is closed */
    Engine(SmeltSettings settings, Binder lent) {
        this.settings = settings;
        this.lent = Optional.of(lent);
    }

    Warehouse open(Project project, Access access) {
        return DuckDbWarehouse.open(
                project.target(),
                settings.credentials(),
                access,
                project.timeZone(),
                settings.lockWait(),
                "smelt:" + settings.goal());
    }

    boolean exists(Project project) {
        return Files.exists(project.target().database());
    }

    /** The warehouse's tables where a source leaves its columns to it; nothing is opened where none does. */
    CatalogueSnapshot undeclared(Project project) {
        if (project.sources().values().stream()
                .noneMatch(source -> source.columns().isEmpty())) {
            return CatalogueSnapshot.EMPTY;
        }
        try (Warehouse warehouse = open(project, Access.READ)) {
            return warehouse.catalogue();
        }
    }

    /** What the project means; the catalogue matters for sources that leave their columns to the warehouse. */
    ProjectAnalysis analyze(Project project, CatalogueSnapshot catalogue) {
        Binder shadow = binder(project);
        SourceSchemas sources = SourceSchemas.resolve(project, catalogue, shadow);
        if (analysis.filter(known -> known.sources().equals(sources)).isEmpty()) {
            analysis = Optional.of(new Analyzer(project, shadow, reader(shadow), sources).analyze());
        }
        return analysis.get();
    }

    /**
     * How the columns of models follow from each other, of those models whose meaning is not the recorded one, and of
     * those below them.
     */
    Map<Address, StoredRow> storedRows(ProjectAnalysis known, LedgerSnapshot ledger) {
        Binder shadow = binder(known.project());
        SortedMap<TableName, Schema> schemas = known.schemas();
        StoredRows rows = new StoredRows(
                table -> Optional.ofNullable(schemas.get(table)),
                shadow.aggregates(),
                shadow::volatility,
                reader(shadow));
        SortedMap<Address, StoredRow> found = new TreeMap<>();
        SortedSet<Address> concerned = new TreeSet<>();
        known.bound().forEach((address, model) -> {
            boolean changed = ledger.model(address)
                    .filter(state -> !state.deployment().definition().means(model.definition()))
                    .isPresent();
            if (changed) {
                concerned.add(address);
                concerned.addAll(known.graph().descendants(address));
            }
        });
        concerned.stream()
                .flatMap(address -> Optional.ofNullable(known.bound().get(address)).stream())
                .forEach(model -> model.query()
                        .ifPresent(query ->
                                found.put(model.model().address(), rows.of(query, model.sql(), model.schema()))));
        return found;
    }

    /** What tells whether views show what their models say. */
    ShownViews views(Project project) {
        Binder shadow = binder(project);
        return new ShownViews(shadow, reader(shadow));
    }

    /** Reads with the engine's own tree, and with the parser what that does not show. */
    static SqlReader reader(Binder shadow) {
        return new EitherReader(new EngineTreeReader(shadow), new JSqlParserReader(shadow));
    }

    private Binder binder(Project project) {
        if (lent.isPresent()) {
            return lent.get();
        }
        if (binder.isEmpty()) {
            binder = Optional.of(
                    DuckDbBinder.open(project.timeZone(), project.target().settings()));
        }
        return binder.get();
    }

    @Override
    public void close() {
        binder.ifPresent(Binder::close);
    }
}
