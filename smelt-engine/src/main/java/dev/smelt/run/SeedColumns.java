package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The columns that a seed's table is declared to have, against those that its file or script gives. */
final class SeedColumns {
    private SeedColumns() {}

    /** Those of the source that the seed fills, else its own; empty where the file decides. */
    static List<Column> declared(Seed seed, Collection<Source> sources) {
        return sources.stream()
                .filter(source -> source.table().equals(seed.table()))
                .map(Source::columns)
                .filter(columns -> !columns.isEmpty())
                .findFirst()
                .orElse(seed.columns());
    }

    /** @throws SmeltException naming every column that is missing or too many */
    static void requireSame(Seed seed, List<Column> declared, List<String> found) {
        List<Diagnostic> errors = new ArrayList<>();
        for (Column column : declared) {
            if (found.stream().noneMatch(column::isNamed)) {
                errors.add(error(
                        seed,
                        "SMELT-L111",
                        "the column '" + column.name() + "' is declared, and the seed has none of that name."
                                + NearNames.didYouMean(column.name(), found),
                        "Add it to the seed or take it out of the declaration."));
            }
        }
        for (String name : found) {
            if (declared.stream().noneMatch(column -> column.isNamed(name))) {
                List<String> names = declared.stream().map(Column::name).toList();
                errors.add(error(
                        seed,
                        "SMELT-L112",
                        "the seed has a column '" + name + "' that is not declared."
                                + NearNames.didYouMean(name, names),
                        "Declare it or take it out of the seed."));
            }
        }
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors);
        }
    }

    /** The columns under the names that the file has for them: keys of JSON are found by their exact spelling only. */
    static List<Column> spelledAs(List<String> found, List<Column> columns) {
        return columns.stream()
                .map(column -> new Column(
                        found.stream().filter(column::isNamed).findFirst().orElse(column.name()),
                        column.type(),
                        column.nullable()))
                .toList();
    }

    static String definitions(List<Column> columns) {
        return columns.stream()
                .map(column ->
                        Identifier.sql(column.name()) + " " + column.type() + (column.nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(", "));
    }

    static String casts(List<Column> columns) {
        return columns.stream()
                .map(column -> "CAST(" + Identifier.sql(column.name()) + " AS " + column.type() + ")")
                .collect(Collectors.joining(", "));
    }

    static Diagnostic error(Seed seed, String code, String message, String cure) {
        return Diagnostic.error(code, place(seed), "Seed " + seed.address() + ": " + message, cure);
    }

    static Place place(Seed seed) {
        return seed.script().map(script -> Place.file(script.file())).orElse(seed.place());
    }
}
