package dev.smelt.ledger;

import dev.smelt.model.Address;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The ledger at one moment, as a value to plan from. */
public record LedgerSnapshot(SortedMap<Address, ModelState> models) {
    public static final LedgerSnapshot EMPTY = new LedgerSnapshot(new TreeMap<>());

    public LedgerSnapshot {
        models = Collections.unmodifiableSortedMap(new TreeMap<>(models));
    }

    public Optional<ModelState> model(Address address) {
        return Optional.ofNullable(models.get(address));
    }
}
