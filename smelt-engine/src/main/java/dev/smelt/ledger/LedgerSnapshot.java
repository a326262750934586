package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.model.PartitionPrint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ledger at one moment, as a value to plan from.
 *
 * @param models by address
 * @param sources what was seen last of sources and seeds, by address; those never looked at are missing
 */
public record LedgerSnapshot(SortedMap<Address, ModelState> models, SortedMap<Address, List<PartitionPrint>> sources) {
    public static final LedgerSnapshot EMPTY = new LedgerSnapshot(new TreeMap<>());

    public LedgerSnapshot {
        models = Collections.unmodifiableSortedMap(new TreeMap<>(models));
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    }

    /** A ledger that has seen no source. */
    public LedgerSnapshot(SortedMap<Address, ModelState> models) {
        this(models, new TreeMap<>());
    }

    public Optional<ModelState> model(Address address) {
        return Optional.ofNullable(models.get(address));
    }

    /** What was seen of a source or seed when it was last looked at. */
    public Optional<List<PartitionPrint>> source(Address address) {
        return Optional.ofNullable(sources.get(address));
    }
}
