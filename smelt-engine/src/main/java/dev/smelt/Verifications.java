package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.plan.ModelFacts;
import dev.smelt.plan.Rehearsal;
import dev.smelt.plan.World;
import dev.smelt.relation.Derivation;
import dev.smelt.time.Interval;
import dev.smelt.verify.ModelVerdict;
import dev.smelt.verify.ModelVerdict.NotChecked;
import dev.smelt.verify.Verification;
import dev.smelt.verify.Verifier;
import dev.smelt.warehouse.Warehouse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which models are verified over which partitions. */
final class Verifications {
    private final World world;
    private final Verifier verifier;
    private final Clock clock;

    Verifications(World world, Warehouse warehouse, Clock clock) {
        this.world = world;
        this.verifier = new Verifier(world, warehouse);
        this.clock = clock;
    }

    /** @throws SmeltException where nothing at all can be verified, with the reasons */
    Verification verify(Set<Address> selected, VerifyRequest request) {
        Instant started = clock.instant();
        List<Address> incremental = world.graph().order().stream()
                .filter(selected::contains)
                .filter(model -> world.facts().containsKey(model))
                .filter(model -> world.facts().get(model).model().isIncremental())
                .toList();
        List<ModelVerdict> verdicts = new ArrayList<>();
        for (Address model : incremental) {
            verdicts.add(verify(model, request));
        }
        Verification verification = new Verification(verdicts, Duration.between(started, clock.instant()));
        if (verification.checked().isEmpty()) {
            throw SmeltException.project(nothing(verdicts));
        }
        return verification;
    }

    private static List<Diagnostic> nothing(List<ModelVerdict> verdicts) {
        List<Diagnostic> reasons = new ArrayList<>();
        reasons.add(Diagnostic.error(
                "SMELT-V001",
                verdicts.isEmpty()
                        ? "There is nothing to verify: no incremental model is selected."
                        : "Nothing could be verified.",
                verdicts.isEmpty() ? "Only incremental models are built by partitions." : ""));
        for (ModelVerdict verdict : verdicts) {
            Diagnostic why = ((NotChecked) verdict).why();
            reasons.add(Diagnostic.error(why.code(), why.place().orElseThrow(), why.message(), why.cure()));
        }
        return reasons;
    }

    private ModelVerdict verify(Address model, VerifyRequest request) {
        ModelFacts facts = world.facts().get(model);
        List<Diagnostic> refusals = new ArrayList<>(facts.model().refusals());
        facts.derivation().map(Derivation::refusals).ifPresent(refusals::addAll);
        if (!refusals.isEmpty() || facts.derivation().isEmpty()) {
            String why = refusals.isEmpty() ? "" : ": " + refusals.get(0).message();
            return notChecked(
                    "SMELT-V002",
                    facts,
                    model + " is refused, so that no run builds it by partitions" + why,
                    "Run mvn smelt:validate for all reasons.");
        }
        String missing = verifier.missing(model).map(Address::toString).collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            return notChecked(
                    "SMELT-V003",
                    facts,
                    model + " is not verified, because there is no table yet of " + missing + ".",
                    "Build what it reads first.");
        }
        Rehearsal rehearsal = new Rehearsal(world, model, facts.model().table());
        Optional<Interval> window = request.window()
                .map(asked -> rehearsal.window(asked.start(), asked.end()))
                .or(() -> lastBuilt(model))
                .map(rehearsal::fromStart)
                .filter(each -> !each.isEmpty());
        if (window.isEmpty()) {
            return notChecked(
                    "SMELT-V003",
                    facts,
                    model + " is not verified, because "
                            + (request.window().isPresent()
                                    ? "the window holds none of its partitions."
                                    : "none of its partitions is built yet."),
                    "Name output partitions with -Dsmelt.start and -Dsmelt.end.");
        }
        return verifier.verify(model, window.get());
    }

    /** The last partitions that were built, with any holes between them. */
    private Optional<Interval> lastBuilt(Address model) {
        List<PartitionState> partitions =
                world.ledger().model(model).map(ModelState::partitions).orElse(List.of());
        int from = Math.max(0, partitions.size() - VerifyRequest.LAST_BUILT);
        return partitions.subList(from, partitions.size()).stream()
                .map(PartitionState::range)
                .filter(Interval::isBounded)
                .reduce(Interval::hull);
    }

    private static NotChecked notChecked(String code, ModelFacts facts, String message, String cure) {
        return new NotChecked(
                facts.model().address(), Diagnostic.warning(code, facts.model().place(), message, cure));
    }
}
