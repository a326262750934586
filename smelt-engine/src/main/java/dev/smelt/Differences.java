package dev.smelt;

import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.schema.SchemaComparison;
import dev.smelt.schema.SchemaDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares models with what is deployed for them. */
final class Differences {
    private Differences() {}

    static SchemaDifference of(
            ProjectAnalysis analysis, ModelAnalysis.Bound model, CatalogueSnapshot catalogue, LedgerSnapshot ledger) {
        throw new UnsupportedOperationException();
    }
}
