package dev.smelt.report;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Model;
import java.util.List;
import java.util.Optional;

/**
 * What the ledger knows.
 *
 * @param database the warehouse file's name, for the reader
 * @param exists whether there is a warehouse at all
 * @param models by address
 * @param runs the last runs, newest first
 */
public record StatusReport(String database, boolean exists, List<ModelStatus> models, List<RunRecord> runs) {

    public StatusReport {
        models = List.copyOf(models);
        runs = List.copyOf(runs);
    }

    /** One model; its state is empty where it was never built. */
    public record ModelStatus(Model model, Optional<ModelState> state) {}
}
