package dev.smelt.sql;

import dev.smelt.model.Address;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What {@code smelt.} names in SQL can mean.
 *
 * @param tables the table of each model, seed and source, by address; also of those that are expanded in place
 * @param inlined the SELECTs of the models that are expanded in place
 * @param functions by name
 */
public record Namespace(
        SortedMap<Address, TableName> tables,
        SortedMap<Address, SourceText> inlined,
        SortedMap<String, FunctionDefinition> functions) {
    public Namespace {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
        inlined = Collections.unmodifiableSortedMap(new TreeMap<>(inlined));
        functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
    }

    /** As statements need it: ephemeral models are expanded in place, views stay references. */
    public static Namespace of(Project project) {
        return of(project, model -> model.materialization() == Materialization.EPHEMERAL);
    }

    /** As analysis wants it: views are looked through as well, since only the tables below them have clocks. */
    public static Namespace throughViews(Project project) {
        return of(project, model -> !model.isTable());
    }

    /** Every model, ephemeral ones too, as a table of its own: only functions are expanded. */
    public static Namespace asNamed(Project project) {
        return of(project, model -> false);
    }

    private static Namespace of(Project project, Predicate<Model> inlined) {
        SortedMap<Address, TableName> tables = new TreeMap<>();
        SortedMap<Address, SourceText> texts = new TreeMap<>();
        project.sources().forEach((address, source) -> tables.put(address, source.table()));
        project.seeds().forEach((address, seed) -> tables.put(address, seed.table()));
        project.models().forEach((address, model) -> {
            tables.put(address, model.table());
            if (inlined.test(model)) {
                texts.put(address, model.sql());
            }
        });
        return new Namespace(tables, texts, project.functions());
    }
}
