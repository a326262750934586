package dev.smelt.maven;

import dev.smelt.BuildRequest;
import dev.smelt.Smelt;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.report.PlanJson;
import dev.smelt.report.PlanText;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugins.annotations.Parameter;

/** What the goals that write models share: the dry run, the size of chunks, and what is permitted on the way. */
abstract class AbstractBuildMojo extends AbstractSmeltMojo {

    /**
     * Prints the plan with every statement and does nothing; {@code true} or {@code false}. A run executes exactly what a
     * dry run prints.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.dryRun", defaultValue = "false")
    private boolean dryRun;

    /**
     * How many partitions one transaction rewrites, such as {@code 7}. Without it: derived from how far the model looks
     * around.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.chunkSize")
    private Integer chunkSize;

    /**
     * Rewrites one partition per transaction, as {@code chunkSize} 1 does; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.perPartition", defaultValue = "false")
    private boolean perPartition;

    /**
     * Permits dropping a column that a model no longer has, and its data with it; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.allowColumnRemoval", defaultValue = "false")
    private boolean allowColumnRemoval;

    /**
     * Permits rebuilding a table whole where that loses something: a lossy type change, or history that its sources no
     * longer hold; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.allowFullRefresh", defaultValue = "false")
    private boolean allowFullRefresh;

    /**
     * What happens where a change of schema needs a full rebuild: {@code rebuild} does it, {@code fail} fails instead, so
     * that you choose the moment.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.onRebuild", defaultValue = "rebuild")
    private String onRebuild;

    /**
     * Runs the project's checks ({@code smelt.check}) as soon as the models that they read are done; {@code true} or
     * {@code false}. A violated one of severity {@code error} fails the goal, and nothing is built upon what it looked at.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.runChecks", defaultValue = "true")
    private boolean runChecks;

    AbstractBuildMojo(String goal) {
        super(goal);
    }

    /** What is asked for, from the parameters. */
    abstract BuildRequest.Ask ask();

    @Override
    final void perform(Smelt smelt, GoalOutput output) {
        BuildRequest request = new BuildRequest(selectors(), ask(), options());
        if (isOn("smelt.dryRun", dryRun)) {
            Plan plan = smelt.plan(request);
            log(plan.notices());
            output.show(PlanText.of(plan), PlanJson.of(plan));
            log(plan.closing());
            return;
        }
        Smelt.Checks checks = isOn("smelt.runChecks", runChecks) ? Smelt.Checks.RUN : Smelt.Checks.LEAVE_OUT;
        write(smelt, output, listener -> smelt.run(request, checks, listener));
    }

    /** What is done about history that was built under other logic. */
    PlanRequest.OnLogicChange onLogicChange() {
        return PlanRequest.OnLogicChange.WARN;
    }

    /** How that history is built again. */
    PlanRequest.Repair repair() {
        return PlanRequest.Repair.REWRITE;
    }

    private PlanRequest.Options options() {
        return new PlanRequest.Options(
                ChunkSize.of(Optional.ofNullable(chunkSize), isOn("smelt.perPartition", perPartition)),
                isOn("smelt.allowColumnRemoval", allowColumnRemoval),
                isOn("smelt.allowFullRefresh", allowFullRefresh),
                Choice.of("smelt.onRebuild", onRebuild, List.of("rebuild", "fail"))
                        .equals("fail"),
                onLogicChange(),
                repair());
    }
}
