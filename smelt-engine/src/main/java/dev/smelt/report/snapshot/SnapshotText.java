package dev.smelt.report.snapshot;

import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.report.Counted;

/** What a snapshot holds, in one line: {@code Snapshot of schema main: 4 models deployed, 6 tables, 1 view}. */
public final class SnapshotText {
    private SnapshotText() {}

    public static String render(WarehouseSnapshot snapshot) {
        int relations = snapshot.catalogue().relations().size();
        int views = (int) snapshot.catalogue().relations().values().stream()
                .filter(Relation::view)
                .count();
        return "Snapshot of schema " + snapshot.targetSchema() + ": "
                + Counted.of(snapshot.ledger().models().size(), "model") + " deployed, "
                + Counted.of(relations - views, "table") + ", " + Counted.of(views, "view") + "\n";
    }
}
