package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.report.ProjectPicture;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A {@link ProjectPicture} as one page: the graph, the coverage of every model, pending changes, each model's windows with
 * what proves them, the last runs. It loads nothing and runs nothing, so that it can be kept, mailed and published.
 */
public final class HtmlReport {
    private static final DateTimeFormatter AS_OF = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HtmlReport() {}

    public static String render(ProjectPicture picture) {
        String lead = "target " + picture.target() + " · " + picture.status().database() + " · as of "
                + AS_OF.format(picture.asOf());
        String none = picture.status().exists()
                ? ""
                : element("p", "finding warning", "There is no warehouse yet; the first run makes it.");
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                """
                + "<title>" + Markup.text(picture.project() + " · smelt") + "</title>\n<style>\n" + PageStyle.CSS
                + "</style>\n</head>\n<body>\n" + hatches()
                + around(
                        "header",
                        "top",
                        element("p", "kicker", "smelt")
                                + element("h1", "", picture.project())
                                + element("p", "lead", lead)
                                + none
                                + OverviewPart.figures(picture))
                + "\n<main>\n"
                + general(picture)
                + section("Models", graph(picture))
                + section("Coverage", around("div", "panel", OverviewPart.calendar(picture)))
                + section("Pending changes", ChangesPart.render(picture))
                + section("Last runs", RunsPart.render(picture))
                + section("Each model", ModelCards.render(picture))
                + "</main>\n"
                + element(
                        "footer",
                        "",
                        "Written by smelt:report. Windows are [start, end), the end exclusive; times are UTC.")
                + "\n</body>\n</html>\n";
    }

    private static String section(String title, String inner) {
        return "<section>" + element("h2", "", title) + "\n" + inner + "</section>\n";
    }

    private static String graph(ProjectPicture picture) {
        return around("div", "panel scroll", GraphSvg.leftToRight(picture) + "\n" + GraphSvg.topToBottom(picture));
    }

    private static String general(ProjectPicture picture) {
        return picture.verdicts().general().stream()
                .map(finding ->
                        element("p", "finding " + finding.severity().name().toLowerCase(Locale.ROOT), finding.render()))
                .collect(Collectors.joining());
    }

    /** Hatching says what colour says, for those who see no colours and for paper. */
    private static String hatches() {
        return """
                <svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
                <pattern id="open-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
                <rect width="2.5" height="6" fill="#fff" fill-opacity=".42"/></pattern>
                <pattern id="stale-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
                <rect width="1.5" height="5" fill="#000" fill-opacity=".28"/></pattern>
                <pattern id="hole-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
                <rect width="1.2" height="7" fill="var(--hole)" fill-opacity=".7"/></pattern>
                </defs></svg>
                """;
    }
}
