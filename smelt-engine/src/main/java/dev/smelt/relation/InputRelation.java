package dev.smelt.relation;

import dev.smelt.model.Schema;
import dev.smelt.model.Timeseries;
import java.util.Optional;

/** What a reference names, as the derivation needs it: its columns and its clock, where it has one. */
public record InputRelation(Schema schema, Optional<Timeseries> clock) {}
