package dev.smelt.report.html;

import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.report.ProjectPicture;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.report.ValidationReport.How;
import java.util.Optional;

/** How a model fares, in one word and one colour; the word always says what the colour says. */
enum Health {
    FRESH("fresh", "fresh"),
    OPEN("open", "open"),
    HOLES("holes", "hole"),
    STALE("stale", "stale"),
    NOT_BUILT("not built", "none"),
    VIEW("view", "none"),
    REFUSED("refused", "bad"),
    BROKEN("broken", "bad"),
    /** A model outside the selection, a source, a seed. */
    UNKNOWN("", "none");

    private final String word;
    private final String style;

    Health(String word, String style) {
        this.word = word;
        this.style = style;
    }

    String word() {
        return word;
    }

    /** The class that gives the colour. */
    String style() {
        return style;
    }

    /** The gravest thing to say about the model. */
    static Health of(ProjectPicture picture, Address address) {
        Optional<How> how = picture.verdictOf(address).map(verdict -> verdict.how());
        if (how.filter(How.BROKEN::equals).isPresent()) {
            return BROKEN;
        }
        if (how.filter(How.REFUSED::equals).isPresent()) {
            return REFUSED;
        }
        return picture.statusOf(address).map(Health::of).orElse(UNKNOWN);
    }

    private static Health of(ModelStatus status) {
        Model model = status.model();
        if (!model.isTable()) {
            return VIEW;
        }
        Coverage coverage = Coverage.of(status);
        if (coverage.built().isEmpty()) {
            return NOT_BUILT;
        }
        if (!coverage.stale().isEmpty()) {
            return STALE;
        }
        if (!coverage.holes().isEmpty()) {
            return HOLES;
        }
        return coverage.open().isEmpty() ? FRESH : OPEN;
    }
}
