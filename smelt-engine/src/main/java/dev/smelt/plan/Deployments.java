package dev.smelt.plan;

import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.ModelState;
import dev.smelt.model.Address;

/** What is recorded about a model's shape and meaning. */
final class Deployments {
    private Deployments() {}

    static LedgerChange current(Landscape landscape, Address model) {
        return new LedgerChange.Deployed(model, deployment(landscape, model));
    }

    /** Whether the ledger already says what the model is now. */
    static boolean isCurrent(Landscape landscape, Address model) {
        return landscape
                .state(model)
                .map(ModelState::deployment)
                .filter(deployment(landscape, model)::equals)
                .isPresent();
    }

    private static Deployment deployment(Landscape landscape, Address model) {
        ModelFacts facts = landscape.facts(model);
        return new Deployment(
                facts.model().table(), facts.schema(), facts.model().timeseries(), facts.definition());
    }
}
