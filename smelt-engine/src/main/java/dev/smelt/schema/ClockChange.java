package dev.smelt.schema;

import dev.smelt.model.Model;
import dev.smelt.model.Timeseries;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A change of how a table is partitioned: what the ledger recorded as built would then mean something else. */
record ClockChange(Model model, Set<Permission> permissions) {
    /** The change since the recorded clock. A clock that is new, or gone, is none: nothing recorded changes its meaning. */
    Optional<SchemaChange> since(Optional<Timeseries> recorded) {
        if (recorded.isEmpty() || model.timeseries().isEmpty()) {
            return Optional.empty();
        }
        Timeseries before = recorded.get();
        Timeseries now = model.timeseries().get();
        if (!isSameColumn(before, now)) {
            return Optional.of(change(
                    "PARTITION COLUMN " + before.partitionColumn() + " -> " + now.partitionColumn(),
                    "the table was built by " + before.partitionColumn() + " and the model now says "
                            + now.partitionColumn()));
        }
        if (!before.granularity().equals(now.granularity())) {
            return Optional.of(change(
                    "GRANULARITY " + before.granularity() + " -> " + now.granularity(),
                    "the table was built by partitions of one " + before.granularity() + " and the model now says "
                            + now.granularity()));
        }
        return Optional.empty();
    }

    private boolean isSameColumn(Timeseries before, Timeseries now) {
        Optional<String> renamedFrom = model.declaration(now.partitionColumn()).renamedFrom();
        return now.partitionColumn().equalsIgnoreCase(before.partitionColumn())
                || renamedFrom
                        .filter(before.partitionColumn()::equalsIgnoreCase)
                        .isPresent();
    }

    private SchemaChange change(String headline, String reason) {
        if (permissions.contains(Permission.FULL_REFRESH)) {
            return new SchemaChange(headline, Outcome.REBUILD, "Rebuild: allowed by allowFullRefresh", List.of(), "");
        }
        return new SchemaChange(
                headline,
                Outcome.REFUSED,
                "Refused: " + reason,
                List.of(),
                "Put the old value back, or allow a full rebuild with -Dsmelt.allowFullRefresh.");
    }
}
