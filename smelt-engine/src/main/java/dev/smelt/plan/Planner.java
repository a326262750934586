package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;

/** Turns a request into a plan, from values alone: no warehouse is touched. */
public final class Planner {
    private Planner() {}

    /**
     * Plans a request.
     *
     * @return the steps in the order of execution; no steps and a notice where there is nothing to do
     * @throws SmeltException of kind PROJECT where the request cannot be done, with every reason that was found
     */
    public static Plan plan(World world, PlanRequest request) {
        request.options().chunkSize().filter(size -> size < 1).ifPresent(size -> {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P023",
                    "A chunk of " + size + " partitions cannot be.",
                    "Give smelt.chunkSize as a number from 1, or leave it out for the derived size."));
        });
        Landscape landscape = new Landscape(world);
        return new PlanAssembly(landscape, request.options()).assemble(work(landscape, request));
    }

    private static Workload work(Landscape landscape, PlanRequest request) {
        if (request instanceof PlanRequest.Backbuild backbuild) {
            return new Backbuild(landscape, backbuild).work();
        }
        if (request instanceof PlanRequest.RunWindow window) {
            return new RunWindow(landscape, window).work();
        }
        if (request instanceof PlanRequest.RunAuto auto) {
            return new AutoRun(landscape, auto).work();
        }
        if (request instanceof PlanRequest.Resume resume) {
            return new Resumed(landscape, resume).work();
        }
        return new SinceUpstream(landscape, (PlanRequest.SinceUpstream) request).work();
    }
}
