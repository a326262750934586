package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One model: a SELECT in a file and what its front matter and {@code smelt.yml} say about it.
 *
 * @param address its name in the project
 * @param table its table or view in the warehouse
 * @param materialization what it becomes
 * @param refresh how a table is kept; {@link Refresh#FULL} for views and ephemeral models
 * @param timeseries its clock; always present for an incremental model
 * @param overrides the safety checks its author signed away
 * @param columns declarations by column name, in the order written
 * @param evolution how schema changes are followed
 * @param start the first partition to build (axis value of its granularity), where declared
 * @param tags for selection
 * @param description for readers
 * @param owner for readers
 * @param sql the SELECT, without the front matter
 * @param refusals keys that would change a result and are not supported: the model is refused, each with its reason
 * @param place where its declaration begins
 */
public record Model(
        Address address,
        TableName table,
        Materialization materialization,
        Refresh refresh,
        Optional<Timeseries> timeseries,
        Set<SafetyOverride> overrides,
        Map<String, ColumnDeclaration> columns,
        SchemaEvolution evolution,
        Optional<Long> start,
        List<String> tags,
        Optional<String> description,
        Optional<String> owner,
        SourceText sql,
        List<dev.smelt.diagnostics.Diagnostic> refusals,
        Place place) {
    public boolean isIncremental() {
        return refresh == Refresh.INCREMENTAL;
    }

    public boolean isTable() {
        return materialization == Materialization.TABLE;
    }

    /** The same model, made into another table. */
    public Model at(TableName other) {
        return new Model(
                address,
                other,
                materialization,
                refresh,
                timeseries,
                overrides,
                columns,
                evolution,
                start,
                tags,
                description,
                owner,
                sql,
                refusals,
                place);
    }

    /** The declaration of the column, {@link ColumnDeclaration#NONE} where there is none; names compare without case. */
    public ColumnDeclaration declaration(String column) {
        return columns.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(column))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(ColumnDeclaration.NONE);
    }
}
