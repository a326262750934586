package dev.smelt;

import dev.smelt.BuildRequest.Ask;
import dev.smelt.BuildRequest.Auto;
import dev.smelt.BuildRequest.Backbuild;
import dev.smelt.BuildRequest.SinceUpstream;
import dev.smelt.BuildRequest.Window;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Project;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.Landed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** A user's request in the planner's terms. */
final class PlanRequests {

    private static final String SOURCES = "sources.";

    private PlanRequests() {}

    static PlanRequest of(BuildRequest request, SortedSet<Address> selected, ProjectAnalysis analysis) {
        Ask ask = request.ask();
        if (ask instanceof Backbuild backbuild) {
            return new PlanRequest.Backbuild(selected, backbuild.start(), backbuild.end(), request.options());
        }
        if (ask instanceof Window window) {
            return new PlanRequest.RunWindow(selected, window.start(), window.end(), request.options());
        }
        if (ask instanceof Auto auto) {
            return new PlanRequest.RunAuto(selected, auto.fullRefresh(), request.options());
        }
        return new PlanRequest.SinceUpstream(
                selected, known(((SinceUpstream) ask).landed(), analysis.project()), request.options());
    }

    /** Whose granules matter to the request: what it may build, and everything above that. */
    static Set<Address> needed(PlanRequest request, ModelGraph graph) {
        SortedSet<Address> built = new TreeSet<>();
        if (request instanceof PlanRequest.SinceUpstream since) {
            since.landed().forEach(landed -> built.addAll(graph.descendants(landed.origin())));
            if (since.landed().isEmpty()) {
                built.addAll(since.selected());
            }
        } else {
            built.addAll(selected(request));
        }
        SortedSet<Address> needed = new TreeSet<>(built);
        built.forEach(model -> needed.addAll(graph.ancestors(model)));
        return needed;
    }

    private static Set<Address> selected(PlanRequest request) {
        if (request instanceof PlanRequest.Backbuild backbuild) {
            return backbuild.selected();
        }
        if (request instanceof PlanRequest.RunWindow window) {
            return window.selected();
        }
        if (request instanceof PlanRequest.Resume resume) {
            return resume.missing().keySet();
        }
        return request instanceof PlanRequest.RunAuto auto ? auto.selected() : Set.of();
    }

    /** Users may leave out {@code sources.}, as long as no model or seed has the shorter name. */
    private static List<Landed> known(List<Landed> landed, Project project) {
        List<Landed> known = new ArrayList<>();
        List<Diagnostic> errors = new ArrayList<>();
        for (Landed each : landed) {
            Optional<Address> origin = List.of(
                            each.origin(), new Address(SOURCES + each.origin().path()))
                    .stream()
                    .filter(address -> project.table(address).isPresent())
                    .findFirst();
            origin.ifPresentOrElse(
                    address -> known.add(new Landed(address, each.start(), each.end(), each.clock())),
                    () -> errors.add(unknown(each.origin(), project)));
        }
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors);
        }
        return known;
    }

    private static Diagnostic unknown(Address origin, Project project) {
        Collection<String> names = new TreeSet<>();
        List.of(
                        project.models().keySet(),
                        project.sources().keySet(),
                        project.seeds().keySet())
                .forEach(addresses -> addresses.forEach(address -> names.add(address.path())));
        return Diagnostic.error(
                "SMELT-P060",
                "Nothing is called " + origin + ", so nothing can have landed there."
                        + NearNames.didYouMean(origin.path(), names),
                "Name a source, seed or model of the project.");
    }
}
