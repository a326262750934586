package dev.smelt.project;

import dev.smelt.model.Column;
import dev.smelt.model.SqlType;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the {@code columns} list of a source or seed. Types stay as written: the Binder canonicalises them. */
final class ColumnListReader {
    private static final List<String> KEYS = List.of("name", "type", "nullable", "description");

    private ColumnListReader() {}

    static List<Column> read(Section owner) {
        Optional<YamlNode> node = owner.node("columns");
        if (node.isEmpty()) {
            return List.of();
        }
        if (!(node.get() instanceof Sequence sequence)) {
            owner.wrong("columns", node.get(), "a list, each item with a name and a type");
            return List.of();
        }
        List<Column> columns = new ArrayList<>();
        for (YamlNode item : sequence.items()) {
            Section.of(item, "column of the " + owner.name(), owner.variables(), owner.problems())
                    .flatMap(ColumnListReader::column)
                    .ifPresent(column -> add(column, columns, item, owner));
        }
        return List.copyOf(columns);
    }

    private static void add(Column column, List<Column> columns, YamlNode item, Section owner) {
        if (columns.stream().anyMatch(other -> other.isNamed(column.name()))) {
            owner.problems()
                    .error(
                            Problems.DUPLICATE_KEY,
                            item.place(),
                            "The column '" + column.name() + "' of the " + owner.name() + " is declared twice.",
                            "Keep one of them.");
        }
        columns.add(column);
    }

    private static Optional<Column> column(Section section) {
        for (Entry entry : section.mapping().entries()) {
            if (!KEYS.contains(entry.key())
                    && !ForeignKeys.isWithoutEffect(entry, section.name(), section.problems())) {
                section.unknown(entry, KEYS);
            }
        }
        section.text("description");
        Optional<String> name = section.requiredText("name", "Add 'name:'.");
        Optional<String> type = section.requiredText("type", "Add 'type:', such as VARCHAR or BIGINT.");
        boolean nullable = section.flag("nullable").orElse(true);
        return name.flatMap(each -> type.map(text -> new Column(each, new SqlType(text), nullable)));
    }
}
