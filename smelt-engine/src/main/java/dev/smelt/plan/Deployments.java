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
                .filter(recorded -> same(recorded, deployment(landscape, model)))
                .isPresent();
    }

    /** What was recorded of its shape, with the model's present meaning. */
    static LedgerChange meaning(Landscape landscape, ModelState recorded) {
        Deployment before = recorded.deployment();
        return new LedgerChange.Deployed(
                recorded.model(),
                new Deployment(
                        before.table(),
                        before.schema(),
                        before.clock(),
                        landscape.facts(recorded.model()).definition()));
    }

    /** Texts aside: written otherwise, it is still the same. */
    private static boolean same(Deployment one, Deployment other) {
        return one.table().equals(other.table())
                && one.schema().equals(other.schema())
                && one.clock().equals(other.clock())
                && one.definition().means(other.definition());
    }

    private static Deployment deployment(Landscape landscape, Address model) {
        ModelFacts facts = landscape.facts(model);
        return new Deployment(
                facts.model().table(), facts.schema(), facts.model().timeseries(), facts.definition());
    }
}
