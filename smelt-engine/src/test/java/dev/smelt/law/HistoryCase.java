package dev.smelt.law;

import dev.smelt.BuildRequest;
import dev.smelt.BuildRequest.Ask;
import dev.smelt.Selectors;
import dev.smelt.law.Case.Change;
import dev.smelt.law.Feed.Row;
import dev.smelt.law.HistoryProject.ProjectModel;
import dev.smelt.law.HistoryStep.Asked;
import dev.smelt.law.HistoryStep.Landed;
import dev.smelt.law.HistoryStep.Landed.Told;
import dev.smelt.law.HistoryStep.Redefined;
import dev.smelt.law.HistoryStep.Reopened;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A random project and what happens to it: a value, so that it can be lived again, made smaller and printed. */
record HistoryCase(HistoryProject project, Map<Feed, List<Row>> rows, List<HistoryStep> steps) {

    /** @param directory where the models are tried out while they are made */
    static HistoryCase generate(Path directory, Choices choices) throws IOException {
        HistoryProject project = HistoryProject.generate(directory, choices);
        Map<Feed, List<Row>> rows = new LinkedHashMap<>();
        for (Feed feed : project.feeds()) {
            rows.put(feed, feed.rows(choices, project.firstDay(), project.days(), 10 + choices.pick(20)));
        }
        return new HistoryCase(project, rows, new Happenings(directory, choices, project, rows).steps());
    }

    HistoryCase withRows(Map<Feed, List<Row>> fewer) {
        return new HistoryCase(project, fewer, steps);
    }

    HistoryCase withSteps(List<HistoryStep> fewer) {
        return new HistoryCase(project, rows, fewer);
    }

    /** What asked for the model alone asks for everything then. */
    HistoryCase without(String model) {
        List<HistoryStep> others = steps.stream()
                .map(step -> step instanceof Landed landed
                        ? new Landed(landed.changes(), landed.told(), others(landed.request(), model))
                        : step instanceof Asked asked ? new Asked(asked.name(), others(asked.request(), model)) : step)
                .toList();
        return new HistoryCase(project.without(model), rows, others);
    }

    private static BuildRequest others(BuildRequest request, String model) {
        boolean names = request.selectors().select().stream().anyMatch(text -> text.contains(model));
        return names ? new BuildRequest(Selectors.ALL, request.ask(), request.options()) : request;
    }

    /** Makes up what happens. */
    private static final class Happenings {
        private final Path directory;
        private final Choices choices;
        private HistoryProject project;
        private final Map<Feed, List<Row>> held = new LinkedHashMap<>();
        private final List<HistoryStep> steps = new ArrayList<>();

        Happenings(Path directory, Choices choices, HistoryProject project, Map<Feed, List<Row>> rows) {
            this.directory = directory;
            this.choices = choices;
            this.project = project;
            rows.forEach((feed, here) -> held.put(feed, new ArrayList<>(here)));
        }

        List<HistoryStep> steps() throws IOException {
            if (choices.chance(60)) {
                steps.add(new Asked("auto", request(new BuildRequest.Auto(false), Selectors.ALL)));
            }
            int count = 3 + choices.pick(4);
            for (int i = 0; i < count; i++) {
                add();
            }
            return List.copyOf(steps);
        }

        private void add() throws IOException {
            switch (choices.weighted(10, 3, 4, 2, 1, 1, 2)) {
                case 0 -> land();
                case 1 -> steps.add(new Asked("auto", request(new BuildRequest.Auto(false), someModels())));
                case 2 -> steps.add(backbuild());
                case 3 -> {
                    Interval days = someDays();
                    steps.add(new Asked(
                            "run",
                            request(
                                    new BuildRequest.Window(project.text(days.start()), project.text(days.end())),
                                    someModels())));
                }
                case 4 -> steps.add(new Reopened());
                case 5 -> again();
                default -> redefine();
            }
        }

        private void land() {
            Told told = choices.of(Told.GRANULES, Told.GRANULES, Told.GRANULES, Told.WINDOW, Told.FOUND, Told.AUTO);
            List<Change> changes = new ArrayList<>();
            int count = 1 + choices.pick(3);
            for (int i = 0; i < count; i++) {
                changes.add(change(choices.of(List.copyOf(held.keySet())), told));
            }
            boolean lookup = changes.stream().anyMatch(change -> change.feed().isLookup());
            steps.add(new Landed(
                    changes,
                    lookup && told == Told.WINDOW ? Told.GRANULES : told,
                    request(new BuildRequest.Auto(false), told == Told.WINDOW ? Selectors.ALL : someModels())));
        }

        /** The rows that go and come: one of them, or one that moves. Of rows without a clock nobody can tell. */
        private Change change(Feed feed, Told told) {
            boolean any = feed.isLookup() || told == Told.FOUND || told == Told.AUTO;
            List<Row> rows = held.get(feed);
            List<Row> gone = new ArrayList<>();
            List<Row> come = new ArrayList<>();
            int kind = choices.pick(3);
            if (kind != 0 && !rows.isEmpty()) {
                Row row = choices.of(rows);
                if (any || row.clock().isPresent()) {
                    rows.remove(row);
                    gone.add(row);
                }
            }
            if (kind != 1) {
                Row row = feed.row(choices, project.firstDay(), project.days());
                if (any || row.clock().isPresent()) {
                    rows.add(row);
                    come.add(row);
                }
            }
            return new Change(feed, gone, come);
        }

        private Asked backbuild() {
            Interval days = someDays();
            ProjectModel model = choices.of(project.models());
            Granularity granularity = model.model().granularity();
            Interval aligned = choices.chance(80) ? granularity.outward(days) : days;
            return new Asked(
                    "backbuild",
                    request(
                            new BuildRequest.Backbuild(
                                    granularity.format(aligned.start()), granularity.format(aligned.end())),
                            Selectors.of(choices.of("", "+") + model.name())));
        }

        private void again() {
            Optional<Asked> last = Optional.empty();
            for (HistoryStep step : steps) {
                last = step instanceof Asked asked ? Optional.of(asked) : last;
            }
            last.ifPresent(steps::add);
        }

        private void redefine() throws IOException {
            Optional<ProjectModel> now = project.redefined(directory, choices);
            if (now.isPresent()) {
                project = project.with(now.get());
                steps.add(new Redefined(now.get()));
            }
        }

        private Selectors someModels() {
            return choices.chance(25)
                    ? Selectors.of(
                            choices.of("", "+") + choices.of(project.models()).name() + choices.of("", "+"))
                    : Selectors.ALL;
        }

        private Interval someDays() {
            int first = choices.pick(project.days());
            int count = 1 + choices.pick(10);
            if (project.countsIntegers()) {
                return new Interval(first, first + count);
            }
            long start = project.firstDay() + first * Granularity.MICROS_PER_DAY;
            return new Interval(start, start + count * Granularity.MICROS_PER_DAY);
        }

        private BuildRequest request(Ask ask, Selectors selectors) {
            Optional<Integer> chunk = choices.chance(50)
                    ? Optional.of((1 + choices.pick(9)) * project.shortestChunk())
                    : Optional.empty();
            OnLogicChange logic =
                    choices.of(OnLogicChange.WARN, OnLogicChange.WARN, OnLogicChange.BACKBUILD, OnLogicChange.FAIL);
            return new BuildRequest(selectors, ask, new PlanRequest.Options(chunk, false, true, false, logic));
        }
    }

    /** As a small project with its steps, for a person to run. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(project.toString());
        rows.forEach((feed, held) -> text.append(feed.createTable())
                .append(held.isEmpty() ? "" : ";\nINSERT INTO " + feed.table() + " VALUES ")
                .append(held.stream().map(Row::sql).collect(Collectors.joining(", ")))
                .append(";\n"));
        return text.toString();
    }
}
