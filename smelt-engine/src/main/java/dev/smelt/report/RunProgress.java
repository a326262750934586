package dev.smelt.report;

import dev.smelt.model.Address;
import dev.smelt.plan.Step;
import dev.smelt.run.RunEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How far a run has come, as its events tell.
 *
 * @param started when it was asked for
 * @param models what it writes, in the order of the plan; empty until the plan is made
 * @param doing what it does now, or has done last
 * @param rows that were put into tables so far
 */
public record RunProgress(Instant started, List<Part> models, Optional<Doing> doing, long rows) {
    private static final String SEED = "seed";

    /**
     * What is done and left of one model or seed.
     *
     * @param chunks done, and those of the plan
     * @param others done, and those of the plan: steps that are no chunks
     * @param over whether nothing more is begun of it, since it or something that it reads failed
     */
    record Part(Address model, Share chunks, Share others, boolean over) {
        boolean isDone() {
            return over || chunks.left() + others.left() == 0;
        }

        int steps() {
            return chunks.planned() + others.planned();
        }

        int stepsLeft() {
            return over ? 0 : chunks.left() + others.left();
        }
    }

    /**
     * Steps of one sort.
     *
     * @param done of those planned; they may have been passed over
     * @param timed how many were really done
     * @param took what these took together
     */
    record Share(int planned, int done, int timed, Duration took) {
        static final Share NONE = new Share(0, 0, 0, Duration.ZERO);

        int left() {
            return planned - done;
        }

        Share after(Duration one) {
            return new Share(planned, done + 1, timed + 1, took.plus(one));
        }

        Share leaving(int steps) {
            return new Share(planned, done + steps, timed, took);
        }

        Share plus(Share other) {
            return new Share(planned + other.planned, done + other.done, timed + other.timed, took.plus(other.took));
        }

        /** What one takes; empty where none was timed. */
        Optional<Duration> each() {
            return timed == 0 ? Optional.empty() : Optional.of(took.dividedBy(timed));
        }
    }

    /**
     * Something that is being done.
     *
     * @param model of which; empty for a check
     * @param what {@code chunk 3/7}, {@code table}
     * @param window the partitions that are written, {@code [2026-05-01, 2026-05-03)}; empty but for a chunk
     * @param since when it began; empty where it is over
     */
    record Doing(Optional<Address> model, String what, String window, Optional<Instant> since) {
        boolean isChunk() {
            return !window.isEmpty();
        }

        boolean isSeed() {
            return what.equals(SEED);
        }

        Doing over() {
            return new Doing(model, what, window, Optional.empty());
        }
    }

    public RunProgress {
        models = List.copyOf(models);
    }

    /** Of a run that has not planned yet. */
    public static RunProgress begun(Instant now) {
        return new RunProgress(now, List.of(), Optional.empty(), 0);
    }

    /** The progress once this has happened. */
    public RunProgress after(RunEvent event, Instant now) {
        if (event instanceof RunEvent.PlanStarted plan) {
            return new RunProgress(
                    started, plan.models().stream().map(RunProgress::part).toList(), doing, rows);
        }
        if (event instanceof RunEvent.StepStarted started) {
            return doing(of(started.step(), now));
        }
        if (event instanceof RunEvent.SeedStarted seed) {
            return doing(new Doing(Optional.of(seed.seed()), SEED, "", Optional.of(now)));
        }
        if (event instanceof RunEvent.CheckStarted check) {
            return doing(new Doing(Optional.empty(), "check " + check.check().name(), "", Optional.of(now)));
        }
        if (event instanceof RunEvent.StepsLeft left) {
            return with(
                    left.model(),
                    0,
                    part -> new Part(
                            part.model(),
                            part.chunks().leaving(left.chunks()),
                            part.others().leaving(left.steps() - left.chunks()),
                            part.over()));
        }
        return ended(event);
    }

    /** What is left may take about so long; empty until something was done that tells. */
    public Optional<Duration> remaining(Instant now) {
        Optional<Duration> chunk = all(true).each();
        Optional<Duration> other = all(false).each();
        Duration sum = Duration.ZERO;
        for (Part part : models) {
            if (part.over()) {
                continue;
            }
            Optional<Duration> ofChunks = part.chunks().each().or(() -> chunk);
            Optional<Duration> ofOthers = other.or(() -> chunk);
            if ((part.chunks().left() > 0 && ofChunks.isEmpty())
                    || (part.others().left() > 0 && ofOthers.isEmpty())) {
                return Optional.empty();
            }
            sum = sum.plus(ofChunks.orElse(Duration.ZERO)
                            .multipliedBy(part.chunks().left()))
                    .plus(ofOthers.orElse(Duration.ZERO)
                            .multipliedBy(part.others().left()));
            if (isDoing(part)) {
                Duration whole = (doing.orElseThrow().isChunk() ? ofChunks : ofOthers).orElse(Duration.ZERO);
                Duration spent = Duration.between(doing.orElseThrow().since().orElse(now), now);
                sum = sum.minus(spent.compareTo(whole) < 0 ? spent : whole);
            }
        }
        return sum.isNegative() ? Optional.of(Duration.ZERO) : Optional.of(sum);
    }

    /** The number of the model that is being written, from 1; how many there are where all are done. */
    int position() {
        for (int i = 0; i < models.size(); i++) {
            if (isDoing(models.get(i))) {
                return i + 1;
            }
        }
        return (int)
                Math.min(models.size(), models.stream().filter(Part::isDone).count() + 1);
    }

    /** How much of the steps is over, from 0 to 1. */
    double share() {
        int steps = models.stream().mapToInt(Part::steps).sum();
        int left = models.stream().mapToInt(Part::stepsLeft).sum();
        return steps == 0 ? 0 : (steps - left) / (double) steps;
    }

    private boolean isDoing(Part part) {
        return doing.flatMap(Doing::model).filter(part.model()::equals).isPresent();
    }

    private Share all(boolean chunks) {
        return models.stream().map(chunks ? Part::chunks : Part::others).reduce(Share.NONE, Share::plus);
    }

    private RunProgress ended(RunEvent event) {
        if (event instanceof RunEvent.ChunkFinished chunk) {
            return with(
                    chunk.model(),
                    chunk.inserted(),
                    part -> new Part(part.model(), part.chunks().after(chunk.elapsed()), part.others(), part.over()));
        }
        if (event instanceof RunEvent.MaterializeFinished made) {
            // What only makes sure that a table or view is there tells nothing of how long a table takes.
            return made.how() == Step.How.TABLE
                    ? other(made.model(), made.rows(), made.elapsed())
                    : quick(made.model());
        }
        if (event instanceof RunEvent.Migrated migrated) {
            return quick(migrated.model());
        }
        if (event instanceof RunEvent.SeedFinished seed) {
            return other(seed.seed(), seed.rows(), seed.elapsed());
        }
        if (event instanceof RunEvent.StepFailed failed) {
            return over(failed.failure().model());
        }
        if (event instanceof RunEvent.StepSkipped skipped) {
            return over(skipped.model());
        }
        return event instanceof RunEvent.StepGuarded guarded ? over(guarded.model()) : this;
    }

    private RunProgress other(Address model, long more, Duration took) {
        return with(
                model,
                more,
                part -> new Part(part.model(), part.chunks(), part.others().after(took), part.over()));
    }

    private RunProgress quick(Address model) {
        return with(
                model,
                0,
                part -> new Part(part.model(), part.chunks(), part.others().leaving(1), part.over()));
    }

    private RunProgress over(Address model) {
        return with(model, 0, part -> new Part(part.model(), part.chunks(), part.others(), true));
    }

    private RunProgress with(Address model, long more, UnaryOperator<Part> change) {
        List<Part> changed = models.stream()
                .map(part -> part.model().equals(model) ? change.apply(part) : part)
                .toList();
        return new RunProgress(started, changed, doing.map(Doing::over), rows + more);
    }

    private RunProgress doing(Doing next) {
        return new RunProgress(started, models, Optional.of(next), rows);
    }

    private static Part part(RunEvent.PlannedModel planned) {
        return new Part(
                planned.model(),
                new Share(planned.chunks(), 0, 0, Duration.ZERO),
                new Share(planned.steps() - planned.chunks(), 0, 0, Duration.ZERO),
                false);
    }

    private static Doing of(Step step, Instant now) {
        if (step instanceof Step.Chunk chunk) {
            return new Doing(
                    Optional.of(step.model()),
                    "chunk " + chunk.number() + "/" + chunk.count(),
                    chunk.granularity().format(chunk.window()),
                    Optional.of(now));
        }
        String what = "rows left out";
        if (step instanceof Step.Migrate) {
            what = "columns";
        } else if (step instanceof Step.Materialize materialize) {
            what = materialize.how() == Step.How.VIEW ? "view" : "table";
        }
        return new Doing(Optional.of(step.model()), what, "", Optional.of(now));
    }
}
