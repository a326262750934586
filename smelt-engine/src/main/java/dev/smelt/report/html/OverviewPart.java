package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.report.ProjectPicture;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.time.Interval;
import java.util.List;

/** The figures at the top, and every partitioned model on one calendar. */
final class OverviewPart {
    private OverviewPart() {}

    static String figures(ProjectPicture picture) {
        List<ModelStatus> models = picture.status().models();
        long built = models.stream()
                .mapToLong(each ->
                        each.state().map(state -> state.partitions().size()).orElse(0))
                .sum();
        long rows = models.stream().mapToLong(each -> Coverage.of(each).rows()).sum();
        long stale = count(picture, Health.STALE);
        long holes = models.stream()
                .filter(each -> !Coverage.of(each).holes().isEmpty())
                .count();
        long wrong = count(picture, Health.REFUSED) + count(picture, Health.BROKEN);
        long pending = picture.pending().size();
        return around(
                "div",
                "figures",
                figure(models.size(), "models", "")
                        + figure(built, "partitions", "")
                        + figure(rows, "rows", "")
                        + figure(stale, "stale", stale > 0 ? "stale" : "")
                        + figure(holes, "with holes", holes > 0 ? "hole" : "")
                        + figure(pending, "to change", pending > 0 ? "open" : "")
                        + (wrong > 0 ? figure(wrong, "in error", "bad") : ""));
    }

    private static long count(ProjectPicture picture, Health health) {
        return picture.status().models().stream()
                .filter(each -> Health.of(picture, each.model().address()) == health)
                .count();
    }

    private static String figure(long number, String what, String style) {
        return around(
                "div",
                "figure " + style,
                element(
                                "b",
                                "",
                                String.format(java.util.Locale.ROOT, "%,d", number)
                                        .replace(',', ' '))
                        + element("span", "", what));
    }

    /** Nothing where no model keeps partitions on the calendar. */
    static String calendar(ProjectPicture picture) {
        List<ModelStatus> drawn = picture.status().models().stream()
                .filter(each -> Coverage.of(each).isDrawn()
                        && Coverage.of(each).granularity().orElseThrow().isTime())
                .toList();
        if (drawn.isEmpty()) {
            return element("p", "note", "No partitions have been built yet.");
        }
        Interval range =
                drawn.stream().map(each -> Coverage.of(each).built().hull()).reduce(Interval.EMPTY, Interval::hull);
        Axis axis = new Axis(range, true);
        StringBuilder out = new StringBuilder();
        for (ModelStatus each : drawn) {
            String name = each.model().address().path();
            out.append("<a class=\"lane\" href=\"#"
                    + Markup.text(ModelCards.anchor(each.model().address())) + "\">"
                    + element("span", "lane-name", name)
                    + CoverageStrip.thin(axis, Coverage.of(each), "Partitions of " + name)
                    + "</a>");
        }
        out.append(around("div", "lane scale", "<span class=\"lane-name\"></span>" + axis.ticks()));
        return around("div", "calendar", out.toString()) + legend();
    }

    private static String legend() {
        return around(
                "p",
                "legend",
                key("fresh", "complete")
                        + key("open", "open: not all it reads had arrived")
                        + key("stale", "stale: a rebuild would give something else")
                        + key("hole", "missing"));
    }

    private static String key(String style, String words) {
        String hatch = style.equals("fresh")
                ? ""
                : "<rect class=\"hatch\" fill=\"url(#" + style + "-hatch)\" width=\"14\" height=\"14\"/>";
        return around(
                "span",
                "key",
                "<svg width=\"14\" height=\"14\" aria-hidden=\"true\"><rect class=\"cell " + style
                        + "\" width=\"14\" height=\"14\"/>" + hatch + "</svg>" + Markup.text(words));
    }
}
