package dev.smelt.maven;

import dev.smelt.BuildRequest;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.PlanRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Brings models up to date: for a window that landed ({@code start}, {@code end}), for what landed where
 * ({@code sinceUpstream}), or, without either, for whatever the ledger says is missing or stale ({@code auto}).
 *
 * @since 0.1.0
 */
@Mojo(name = "run", threadSafe = true, requiresProject = true)
public final class RunMojo extends AbstractBuildMojo {

    /**
     * The start of the window that landed in every source with a clock: {@code 2026-05-01} or, at hour grain,
     * {@code 2026-05-01T05:00}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.start")
    private String start;

    /**
     * The end of the window that landed, exclusive, such as {@code 2026-05-02}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.end")
    private String end;

    /**
     * Fills what the ledger says is missing and repairs what it says is stale; {@code true} or {@code false}. A run
     * without a window does this anyway.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.auto", defaultValue = "false")
    private boolean auto;

    /**
     * Derives what the landed windows of {@code source} and {@code landed} can have made stale, prints that dirty set and
     * runs it; {@code true} or {@code false}. Without the two, what landed is found by comparing the sources with what was
     * seen of them last.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.sinceUpstream", defaultValue = "false")
    private boolean sinceUpstream;

    /**
     * Where data landed, for {@code sinceUpstream}: sources or models, separated by commas, such as
     * {@code silver.events_parsed,sources.dim.store}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.source")
    private String source;

    /**
     * What landed, one window per source in the same order: {@code 2026-04-10..2026-04-11}, the end exclusive;
     * {@code arrival:2026-04-13..2026-04-14}, a window of the source's {@code arrival_column}; or {@code all} for a source
     * without a clock. Several windows of one source: repeat the source.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.landed")
    private String landed;

    /**
     * Rebuilds the selected models whole; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.fullRefresh", defaultValue = "false")
    private boolean fullRefresh;

    /**
     * Does exactly what the last run (or backbuild) left out because it failed, was stopped or was killed; {@code true} or
     * {@code false}. Its chunks keep their bounds, its clock is used again. Where a model has changed since, nothing is
     * done.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.resume", defaultValue = "false")
    private boolean resume;

    /**
     * What happens to history that was built under other logic than the models have now: {@code warn} marks it stale and
     * leaves it, {@code fail} runs nothing, {@code backbuild} builds it again.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.onLogicChange", defaultValue = "warn")
    private String onLogicChange;

    /**
     * How {@code onLogicChange=backbuild} builds history again: {@code rewrite} deletes and inserts its partitions;
     * {@code update} gives the changed columns their new values where these follow from the stored rows, without reading
     * what the model reads, and rewrites everywhere else.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.repair", defaultValue = "rewrite")
    private String repair;

    /**
     * Passes over this goal; {@code true} or {@code false}.
     *
     * @since 0.1.0
     */
    @Parameter(property = "smelt.run.skip", defaultValue = "false")
    private boolean skipRun;

    public RunMojo() {
        super("run");
    }

    @Override
    boolean skipsGoal() {
        return skipRun;
    }

    @Override
    PlanRequest.OnLogicChange onLogicChange() {
        String choice = Choice.of("smelt.onLogicChange", onLogicChange, List.of("warn", "fail", "backbuild"));
        return PlanRequest.OnLogicChange.valueOf(choice.toUpperCase(Locale.ROOT));
    }

    @Override
    PlanRequest.Repair repair() {
        PlanRequest.Repair chosen = PlanRequest.Repair.valueOf(
                Choice.of("smelt.repair", repair, List.of("rewrite", "update")).toUpperCase(Locale.ROOT));
        if (chosen == PlanRequest.Repair.UPDATE && onLogicChange() != PlanRequest.OnLogicChange.BACKBUILD) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C098",
                    "smelt.repair says how history is repaired, but smelt.onLogicChange says that it is not.",
                    "Add -Dsmelt.onLogicChange=backbuild, or leave smelt.repair out."));
        }
        return chosen;
    }

    @Override
    BuildRequest.Ask ask() {
        RunAsk ask = new RunAsk(
                Optional.ofNullable(start),
                Optional.ofNullable(end),
                isOn("smelt.auto", auto),
                isOn("smelt.sinceUpstream", sinceUpstream),
                Optional.ofNullable(source),
                Optional.ofNullable(landed),
                isOn("smelt.fullRefresh", fullRefresh));
        return isOn("smelt.resume", resume) ? ask.resumed() : ask.ask();
    }
}
