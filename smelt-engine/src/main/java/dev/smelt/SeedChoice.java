package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.Project;
import dev.smelt.model.Seed;
import java.util.ArrayList;
import java.util.List;

/** Which seeds are meant; they are chosen by their addresses, since no graph leads to them. */
final class SeedChoice {
    private SeedChoice() {}

    static List<Seed> of(Project project, Selectors selectors) {
        List<String> known =
                project.seeds().keySet().stream().map(Address::path).toList();
        List<Diagnostic> errors = new ArrayList<>();
        List.of(selectors.select(), selectors.exclude())
                .forEach(names -> names.stream()
                        .filter(name -> !known.contains(name))
                        .forEach(name -> errors.add(Diagnostic.error(
                                "SMELT-P061",
                                "No seed is called " + name + "." + NearNames.didYouMean(name, known),
                                "smelt:seed takes the full names of seeds."))));
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors);
        }
        return project.seeds().values().stream()
                .filter(seed -> selectors.select().isEmpty()
                        || selectors.select().contains(seed.address().path()))
                .filter(seed -> !selectors.exclude().contains(seed.address().path()))
                .toList();
    }
}
