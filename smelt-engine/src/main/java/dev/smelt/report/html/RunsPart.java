package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.ledger.RunRecord;
import dev.smelt.report.ProjectPicture;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The last runs, newest first, each with what was asked, what came of it and how long it took. */
final class RunsPart {
    private static final DateTimeFormatter STARTED =
            DateTimeFormatter.ofPattern("d MMM yyyy HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private RunsPart() {}

    static String render(ProjectPicture picture) {
        List<RunRecord> runs = picture.status().runs();
        if (runs.isEmpty()) {
            return element("p", "note", "Nothing has run yet.");
        }
        double longest = runs.stream()
                .flatMap(run -> took(run).stream())
                .mapToDouble(Duration::toMillis)
                .max()
                .orElse(1);
        return around(
                "div",
                "runs",
                runs.stream().map(run -> run(run, Math.max(1, longest))).collect(Collectors.joining()));
    }

    private static String run(RunRecord run, double longest) {
        boolean succeeded = run.outcome().equals("succeeded");
        boolean failed = run.outcome().startsWith("failed");
        boolean stopped = run.outcome().startsWith("stopped");
        String word = succeeded ? "succeeded" : failed ? "failed" : stopped ? "stopped" : "not finished";
        String style = succeeded ? "fresh" : failed ? "bad" : "open";
        Optional<Duration> took = took(run);
        String bar = took.map(duration -> "<svg class=\"bar\" height=\"6\" aria-hidden=\"true\"><rect class=\"track\" "
                        + "width=\"100%\" height=\"6\" rx=\"3\"/><rect class=\"cell " + style + "\" width=\""
                        + Markup.percent(Math.max(0.01, duration.toMillis() / longest))
                        + "\" height=\"6\" rx=\"3\"/></svg>")
                .orElse("");
        String why = failed ? element("p", "finding error", run.outcome()) : "";
        return around(
                "article",
                "run",
                around("div", "ask", element("b", "", run.goal()) + " " + element("code", "", run.request()))
                        + around("div", "came", element("span", "badge " + style, word))
                        + element("div", "when", STARTED.format(run.started()))
                        + around(
                                "div",
                                "took",
                                bar
                                        + element(
                                                "span",
                                                "",
                                                took.map(RunsPart::words).orElse("–")))
                        + why);
    }

    private static Optional<Duration> took(RunRecord run) {
        return run.finished().map(finished -> Duration.between(run.started(), finished));
    }

    /** {@code 0.42 s}, {@code 3 min 05 s}, {@code 2 h 10 min}. */
    static String words(Duration took) {
        if (took.compareTo(Duration.ofMinutes(1)) < 0) {
            return String.format(Locale.ROOT, "%.2f s", took.toMillis() / 1000.0);
        }
        return took.compareTo(Duration.ofHours(1)) < 0
                ? String.format(Locale.ROOT, "%d min %02d s", took.toMinutes(), took.toSecondsPart())
                : String.format(Locale.ROOT, "%d h %02d min", took.toHours(), took.toMinutesPart());
    }
}
