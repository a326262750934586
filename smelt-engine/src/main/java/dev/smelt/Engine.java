package dev.smelt;

import dev.smelt.model.Binder;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.sql.EitherReader;
import dev.smelt.sql.duckdb.EngineTreeReader;
import dev.smelt.sql.jsqlparser.JSqlParserReader;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import dev.smelt.warehouse.duckdb.DuckDbWarehouse;
import java.nio.file.Files;
import java.util.Optional;

/** The wiring: the one place that names the adapters. An analysis is kept for as long as what it rests on is the same. */
final class Engine implements AutoCloseable {

    private final SmeltSettings settings;
    private Optional<Binder> binder = Optional.empty();
    private Optional<ProjectAnalysis> analysis = Optional.empty();

    Engine(SmeltSettings settings) {
        this.settings = settings;
    }

    Warehouse open(Project project, Access access) {
        return DuckDbWarehouse.open(
                project.target(), access, project.timeZone(), settings.lockWait(), "smelt:" + settings.goal());
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
            analysis = Optional.of(new Analyzer(
                            project,
                            shadow,
                            new EitherReader(new EngineTreeReader(shadow), new JSqlParserReader(shadow)),
                            sources)
                    .analyze());
        }
        return analysis.get();
    }

    private Binder binder(Project project) {
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
