package dev.smelt.sql;

import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import java.util.Optional;

/**
 * One textual occurrence of a model, seed or source in an {@link ExpandedSql}.
 *
 * @param index its number in the text, from 0
 * @param target what it names
 * @param table the table that stands for it in the text
 * @param span where that table's name stands in the text, without any alias
 * @param neededAlias the alias, as SQL, that must follow when the table is replaced by a subquery, because the text gives
 *     none and names columns by the table's name
 */
public record Reference(int index, Address target, TableName table, Span span, Optional<String> neededAlias) {}
