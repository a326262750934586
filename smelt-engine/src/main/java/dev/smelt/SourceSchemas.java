package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.run.SeedRelation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The columns of everything that models read and do not make: as declared, else as the seed's file has them, else as the
 * warehouse has them.
 *
 * @param tables the columns by table, types in the engine's own spelling
 * @param unknown sources and seeds whose columns nobody knows, each with the error for whoever reads it
 * @param problems what is wrong with declarations, read or not
 */
record SourceSchemas(
        SortedMap<TableName, Schema> tables, SortedMap<Address, Diagnostic> unknown, List<Diagnostic> problems) {

    SourceSchemas {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
        unknown = Collections.unmodifiableSortedMap(new TreeMap<>(unknown));
        problems = List.copyOf(problems);
    }

    static SourceSchemas resolve(Project project, CatalogueSnapshot catalogue, Binder binder) {
        return new Resolution(project, catalogue, binder).resolve();
    }

    private static final class Resolution {
        private final Project project;
        private final CatalogueSnapshot catalogue;
        private final Binder binder;
        private final SortedMap<TableName, Schema> tables = new TreeMap<>();
        private final SortedMap<Address, Diagnostic> unknown = new TreeMap<>();
        private final List<Diagnostic> problems = new ArrayList<>();

        Resolution(Project project, CatalogueSnapshot catalogue, Binder binder) {
            this.project = project;
            this.catalogue = catalogue;
            this.binder = binder;
        }

        SourceSchemas resolve() {
            for (Source source : project.sources().values()) {
                if (!source.columns().isEmpty()) {
                    declared(
                            source.address(),
                            source.table(),
                            source.columns(),
                            "Source " + source.address(),
                            source.place());
                }
            }
            // Files before scripts: a script may read what a file fills.
            for (Seed.Format format : Seed.Format.values()) {
                project.seeds().values().stream()
                        .filter(seed -> seed.format() == format)
                        .forEach(this::seed);
            }
            for (Source source : project.sources().values()) {
                if (source.columns().isEmpty() && !tables.containsKey(source.table())) {
                    fromWarehouse(source.table())
                            .ifPresentOrElse(
                                    schema -> put(source.table(), schema),
                                    () -> unknown.put(
                                            source.address(),
                                            Diagnostic.error(
                                                    "SMELT-S060",
                                                    source.place(),
                                                    "The columns of source " + source.address()
                                                            + " are not known: none are declared, and the"
                                                            + " warehouse has no table " + source.table() + ".",
                                                    "Declare its columns.")));
                }
            }
            return new SourceSchemas(tables, unknown, problems);
        }

        private void seed(Seed seed) {
            if (tables.containsKey(seed.table())) {
                return;
            }
            if (!seed.columns().isEmpty()) {
                declared(seed.address(), seed.table(), seed.columns(), "Seed " + seed.address(), seed.place());
                return;
            }
            try {
                put(seed.table(), binder.describe("SELECT * FROM " + SeedRelation.undeclared(seed)));
            } catch (EngineRejection e) {
                fromWarehouse(seed.table())
                        .ifPresentOrElse(
                                schema -> put(seed.table(), schema),
                                () -> unknown.put(
                                        seed.address(),
                                        Diagnostic.error(
                                                "SMELT-S061",
                                                seed.place(),
                                                "The columns of seed " + seed.address() + " are not known: "
                                                        + e.getMessage(),
                                                "Mend the seed, or declare its columns in a .yml beside it.")));
            }
        }

        private void declared(Address address, TableName table, List<Column> columns, String what, Place place) {
            int before = problems.size();
            List<Column> canonical = new ArrayList<>();
            for (Column column : columns) {
                Optional<SqlType> type = binder.canonicalType(column.type().text());
                if (type.isEmpty()) {
                    problems.add(Diagnostic.error(
                            "SMELT-S062",
                            place,
                            what + " declares column '" + column.name() + "' of type '" + column.type()
                                    + "', which the engine does not know.",
                            "Use one of the engine's types, such as BIGINT, VARCHAR, DATE or TIMESTAMP."));
                }
                canonical.add(new Column(column.name(), type.orElse(column.type()), column.nullable()));
            }
            if (problems.size() == before) {
                put(table, new Schema(canonical));
            } else {
                unknown.put(
                        address,
                        Diagnostic.notice(
                                "SMELT-S064", place, what + " has errors, so what reads it is not looked at."));
            }
        }

        private Optional<Schema> fromWarehouse(TableName table) {
            return catalogue.relation(table).map(CatalogueSnapshot.Relation::schema);
        }

        private void put(TableName table, Schema schema) {
            try {
                binder.declare(table, schema);
                tables.put(table, schema);
            } catch (SmeltException e) {
                problems.addAll(e.diagnostics());
            }
        }
    }

    /** The columns of a table that no model makes. */
    Optional<Schema> schema(TableName table) {
        return Optional.ofNullable(tables.get(table));
    }
}
