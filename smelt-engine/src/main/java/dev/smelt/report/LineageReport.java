package dev.smelt.report;

import dev.smelt.diagnostics.Place;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.lineage.ColumnLineage;
import dev.smelt.lineage.WrittenColumns;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where the columns of models come from.
 *
 * @param project the project's name
 * @param database the warehouse file, absolute
 * @param asOf the clock of the invocation
 * @param models each after what it reads
 */
public record LineageReport(String project, Path database, Instant asOf, List<ModelLineage> models) {
    public LineageReport {
        models = List.copyOf(models);
    }

    /**
     * One model.
     *
     * @param sql its text, functions and ephemeral models expanded
     * @param schema its columns
     * @param lineage what they and the rows are computed from, directly
     * @param written where they are written
     * @param inputs what the text reads, each once, in the order of the text
     */
    public record ModelLineage(
            Model model, String sql, Schema schema, ColumnLineage lineage, WrittenColumns written, List<Input> inputs) {
        public ModelLineage {
            inputs = List.copyOf(inputs);
        }

        /** The expression of a column, of each arm of a set operation; none of a column that a star stands for. */
        List<String> expressions(Column column) {
            return written
                    .texts()
                    .column(column.name().toLowerCase(Locale.ROOT))
                    .map(DefinitionTexts::arms)
                    .orElse(List.of())
                    .stream()
                    .filter(text -> !text.endsWith("*"))
                    .distinct()
                    .toList();
        }

        /** Where it is written, for each arm. */
        List<Place> places(Column column) {
            return written.places().getOrDefault(column.name().toLowerCase(Locale.ROOT), List.of());
        }

        /** What stands behind a table that the model reads. */
        public Optional<Input> input(TableName table) {
            return inputs.stream().filter(input -> input.table().equals(table)).findFirst();
        }
    }

    /**
     * A model, source or seed that is read.
     *
     * @param schema its columns; none where they are not known
     */
    public record Input(Address address, TableName table, Schema schema) {}
}
