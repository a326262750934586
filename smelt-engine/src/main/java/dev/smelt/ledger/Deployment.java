package dev.smelt.ledger;

import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import java.util.Optional;

/**
 * What was deployed for a model by the last run that built or migrated it.
 *
 * @param table the table
 * @param schema its columns with the nullability that was inferred then (the engine keeps none)
 * @param clock its clock then; empty for a table without one
 * @param definition its meaning then
 */
public record Deployment(TableName table, Schema schema, Optional<Timeseries> clock, Definition definition) {}
