package dev.smelt.project;

import dev.smelt.model.ColumnDeclaration;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Scalar;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the {@code columns} mapping of a model. */
final class ColumnDeclarations {
    private static final List<String> KEYS = List.of("description", "default", "backfill", "renamed_from", "contract");

    private ColumnDeclarations() {}

    /** The declarations by column, in the order written. */
    static Map<String, ColumnDeclaration> read(Section model) {
        Map<String, ColumnDeclaration> declarations = new LinkedHashMap<>();
        Map<String, String> seen = new LinkedHashMap<>();
        Optional<Section> columns = model.section("columns");
        if (columns.isEmpty()) {
            return Map.of();
        }
        for (Entry entry : columns.get().mapping().entries()) {
            String first = seen.putIfAbsent(entry.key().toLowerCase(Locale.ROOT), entry.key());
            if (first != null) {
                model.problems()
                        .error(
                                Problems.DUPLICATE_KEY,
                                entry.place(),
                                "The columns '" + first + "' and '" + entry.key()
                                        + "' are one, since case makes no difference.",
                                "Keep one of them.");
            }
            declarations.put(entry.key(), declaration(entry, model));
        }
        return Collections.unmodifiableMap(declarations);
    }

    private static ColumnDeclaration declaration(Entry entry, Section model) {
        if (entry.value() instanceof Scalar scalar && scalar.empty()) {
            return ColumnDeclaration.NONE;
        }
        String name = "column '" + entry.key() + "' of the " + model.name();
        return Section.of(entry.value(), name, model.variables(), model.problems())
                .map(ColumnDeclarations::declaration)
                .orElse(ColumnDeclaration.NONE);
    }

    private static ColumnDeclaration declaration(Section column) {
        for (Entry entry : column.mapping().entries()) {
            if (!KEYS.contains(entry.key()) && !ForeignKeys.isWithoutEffect(entry, column.name(), column.problems())) {
                column.unknown(entry, KEYS);
            }
        }
        return new ColumnDeclaration(
                column.text("description"),
                column.text("default"),
                column.text("backfill"),
                column.text("renamed_from"),
                column.choice("contract", Map.of("plausible", true), List.of("plausible"))
                        .orElse(false));
    }
}
