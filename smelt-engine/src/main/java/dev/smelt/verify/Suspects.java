package dev.smelt.verify;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.model.SafetyOverride;
import dev.smelt.plan.ModelFacts;
import dev.smelt.plan.World;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.relation.Reliance;
import dev.smelt.verify.Suspect.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one model takes as true beyond what its SQL proves. */
final class Suspects {
    private static final String TIES = "SMELT-K011";

    private final World world;
    private final ModelFacts facts;

    Suspects(World world, Address model) {
        this.world = world;
        this.facts = world.facts().get(model);
    }

    /** What the window of a reference rests on; the convention of lateness goes with the override that it serves. */
    List<Suspect> of(ReferenceRelation relation) {
        List<Suspect> suspects = new ArrayList<>();
        for (Reliance reliance : relation.reliances()) {
            if (reliance instanceof Reliance.Signed signed) {
                suspects.add(signed(signed, relation));
            } else if (reliance instanceof Reliance.Contract contract) {
                suspects.add(contract(contract));
            }
        }
        return suspects.stream().distinct().toList();
    }

    private Suspect signed(Reliance.Signed signed, ReferenceRelation relation) {
        String late = relation.reliances().stream()
                .filter(Reliance.Lateness.class::isInstance)
                .map(Reliance.Lateness.class::cast)
                .findFirst()
                .map(lateness -> ", or as far before it as '" + lateness.clause() + "' lets them come late")
                .orElse("");
        return new Suspect(
                Kind.OVERRIDE,
                "safety_overrides." + signed.override().key(),
                signed.place(),
                "the rows that " + signed.what() + " decides an output row by lie in its own partition" + late,
                "Bound " + signed.what()
                        + " in SQL (the partition column as a key, a RANGE frame over the clock, a filter"
                        + " on the clock) instead of signing it away, or make the model 'refresh: full'.");
    }

    private static Suspect contract(Reliance.Contract contract) {
        return new Suspect(
                Kind.CONTRACT,
                "smelt.functions." + contract.function(),
                contract.place(),
                "the function looks no further than the widest frame in its body says",
                "Widen that frame; where frames lie on one another, 'functions: {reach: strict}' in smelt.yml adds them up.");
    }

    Suspect of(ClockAssumption assumption) {
        String column = assumption.timeColumn();
        return new Suspect(
                Kind.CLOCK,
                column + " of " + assumption.reference().target(),
                facts.sql().place(assumption.reference().span()),
                column + " lies in its row's own partition (" + assumption.partitionColumn() + ")"
                        + (assumption.declared() ? ", as event_time_column declares" : ", which nothing declares"),
                "Correct the rows, or filter on " + assumption.partitionColumn() + " itself in "
                        + facts.model().address() + ".");
    }

    /** What may make two builds of the same rows differ. */
    List<Suspect> unstable() {
        List<Suspect> suspects = new ArrayList<>();
        if (facts.model().overrides().contains(SafetyOverride.ALLOW_NONDETERMINISTIC)) {
            suspects.add(new Suspect(
                    Kind.OVERRIDE,
                    "safety_overrides." + SafetyOverride.ALLOW_NONDETERMINISTIC.key(),
                    facts.model().place(),
                    "a value that is another one in each build does no harm",
                    "Take the value from the data."));
        }
        facts.schema().names().stream()
                .filter(column -> facts.model().declaration(column).plausible())
                .forEach(column -> suspects.add(new Suspect(
                        Kind.UNSTABLE,
                        "contract: plausible of " + column,
                        facts.model().place(),
                        "any value of " + column + " that a build gives is as good as another",
                        "Take the value from the data.")));
        facts.derivation().map(Derivation::warnings).orElse(List.of()).stream()
                .filter(warning -> warning.code().equals(TIES))
                .forEach(warning -> suspects.add(ties(warning)));
        return suspects;
    }

    private Suspect ties(Diagnostic warning) {
        return new Suspect(
                Kind.UNSTABLE,
                "a choice among tied rows",
                warning.place().orElse(facts.model().place()),
                "the order that chooses leaves no rows tied",
                warning.cure());
    }

    /** The lookups that the model reads and whose changes leave built partitions as they are. */
    List<Suspect> asBuilt() {
        return facts.sql().references().stream()
                .filter(reference -> Optional.ofNullable(
                                world.project().lookups().get(reference.target()))
                        .filter(LookupPolicy.AS_BUILT::equals)
                        .isPresent())
                .map(reference -> new Suspect(
                        Kind.AS_BUILT,
                        "lookups." + reference.target() + ": as_built",
                        facts.sql().place(reference.span()),
                        "partitions stay as they were built when " + reference.target() + " changes",
                        "This is what as_built means; 'restate' builds them again."))
                .distinct()
                .toList();
    }
}
