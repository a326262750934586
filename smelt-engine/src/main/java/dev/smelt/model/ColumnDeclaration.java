package dev.smelt.model;

import java.util.Optional;

/**
 * What a model's front matter says about one of its columns.
 *
 * @param description for readers
 * @param defaultSql the SQL literal that history gets when the column is added, or a NULL gets when it becomes NOT NULL
 * @param backfillSql an expression over the table's other columns that fills history when the column is added
 * @param renamedFrom the column's former name
 * @param plausible {@code contract: plausible}: the column may hold a nondeterministic value, pinned once per run
 */
public record ColumnDeclaration(
        Optional<String> description,
        Optional<String> defaultSql,
        Optional<String> backfillSql,
        Optional<String> renamedFrom,
        boolean plausible) {
    public static final ColumnDeclaration NONE =
            new ColumnDeclaration(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false);
}
