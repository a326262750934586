package dev.smelt;

import dev.smelt.model.Binder;
import dev.smelt.plan.Plan;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbLedger;
import dev.smelt.warehouse.duckdb.DuckDbWarehouse;
import java.time.Duration;

/** What a run would do, asked of a file that this process has open for writing, so that it cannot be opened for reading. */
public final class Foresight {
    private Foresight() {}

    /** A project that is bound by an engine that is running already, and that it leaves running. */
    public static Smelt open(SmeltSettings settings, Binder binder) {
        return new Smelt(settings, new Engine(settings, binder));
    }

    public static Plan plan(Smelt smelt, BuildRequest request) {
        Planning planning = smelt.planning();
        try (Warehouse warehouse = DuckDbWarehouse.open(
                planning.project().target(), Access.WRITE, planning.project().timeZone(), Duration.ZERO, "foresight")) {
            return planning.of(
                            request,
                            warehouse,
                            new DuckDbLedger(
                                    warehouse, planning.project().target().schema()))
                    .plan();
        }
    }
}
