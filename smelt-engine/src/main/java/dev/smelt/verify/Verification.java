package dev.smelt.verify;

import dev.smelt.verify.ModelVerdict.Checked;
import java.time.Duration;
import java.util.List;

/**
 * What came of verifying models on the data of a warehouse.
 *
 * @param models in the order of the graph
 * @param took how long it all took
 */
public record Verification(List<ModelVerdict> models, Duration took) {
    public Verification {
        models = List.copyOf(models);
    }

    /** The models that were built and compared. */
    public List<Checked> checked() {
        return models.stream()
                .filter(Checked.class::isInstance)
                .map(Checked.class::cast)
                .toList();
    }

    /** Those of which something is not as the law says. */
    public List<Checked> failed() {
        return checked().stream().filter(each -> !each.holds()).toList();
    }
}
