package dev.smelt.report.html;

import static dev.smelt.report.html.Markup.around;
import static dev.smelt.report.html.Markup.element;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.SafetyOverride;
import dev.smelt.report.Counted;
import dev.smelt.report.ProjectPicture;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.time.Granularity;
import dev.smelt.time.IntervalSet;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One card for each model: how it is kept, which partitions there are, what it reads and why. */
final class ModelCards {
    private final ProjectPicture picture;

    private ModelCards(ProjectPicture picture) {
        this.picture = picture;
    }

    static String render(ProjectPicture picture) {
        ModelCards cards = new ModelCards(picture);
        return picture.status().models().stream().map(cards::card).collect(Collectors.joining());
    }

    /** Where in the page a model is told of. */
    static String anchor(Address model) {
        return "model-" + model.path();
    }

    private String card(ModelStatus status) {
        Model model = status.model();
        Health health = Health.of(picture, model.address());
        String head = around(
                "h3",
                "",
                element("span", "title", model.address().path())
                        + element("span", "badge " + health.style(), health.word()));
        String inner = head
                + element("p", "kept", kept(model))
                + model.description()
                        .map(text -> element("p", "description", text))
                        .orElse("")
                + coverage(status)
                + findings(model)
                + picture.windowsOf(model.address()).map(WindowsPart::render).orElse("");
        return "<article class=\"card\" id=\"" + Markup.text(anchor(model.address())) + "\">" + inner + "</article>";
    }

    private static String kept(Model model) {
        String kind = model.materialization().name().toLowerCase(Locale.ROOT);
        String clock = model.timeseries()
                .map(each -> " by " + each.granularity() + " of " + each.partitionColumn())
                .orElse("");
        String how =
                !model.isTable() ? kind : model.isIncremental() ? "incremental table" + clock : "table, built whole";
        String signed = model.overrides().isEmpty()
                ? ""
                : " · signed: "
                        + model.overrides().stream()
                                .sorted()
                                .map(SafetyOverride::key)
                                .collect(Collectors.joining(", "));
        return how + " · " + model.table() + signed;
    }

    private static String coverage(ModelStatus status) {
        Coverage coverage = Coverage.of(status);
        if (!status.model().isTable()) {
            return "";
        }
        if (coverage.partitions().isEmpty()) {
            return element("p", "note", "Not built yet.");
        }
        String rows = Counted.of(coverage.rows(), "row");
        if (!coverage.isDrawn()) {
            return around(
                    "ul", "ranges", around("li", "", "built whole: " + rows) + reasons(coverage, Granularity.DAY));
        }
        Granularity granularity = coverage.granularity().orElseThrow();
        Axis axis = new Axis(coverage.built().hull(), granularity.isTime());
        String label = "Partitions of " + status.model().address();
        String list = range("built", "fresh", coverage.built(), granularity, "")
                + range("missing", "hole", coverage.holes(), granularity, "")
                + range("open", "open", coverage.open(), granularity, ": not all they read had arrived")
                + reasons(coverage, granularity);
        return around("div", "coverage", CoverageStrip.tall(axis, coverage, label) + axis.ticks())
                + element("p", "note", Counted.of(coverage.partitions().size(), "partition") + ", " + rows)
                + around("ul", "ranges", list);
    }

    /** What is stale in one line, and why: said at once where there is one reason, else folded away. */
    private static String reasons(Coverage coverage, Granularity granularity) {
        SortedMap<String, IntervalSet> reasons = new TreeMap<>();
        for (PartitionState partition : coverage.partitions()) {
            partition
                    .stale()
                    .ifPresent(reason -> reasons.merge(reason, IntervalSet.of(partition.range()), IntervalSet::union));
        }
        if (reasons.isEmpty()) {
            return "";
        }
        String why = reasons.size() == 1 ? ": " + reasons.firstKey() : "";
        String line = coverage.isDrawn()
                ? range("stale", "stale", coverage.stale(), granularity, why)
                : around("li", "", element("b", "stale", "stale") + Markup.text(why));
        if (reasons.size() == 1) {
            return line;
        }
        StringBuilder each = new StringBuilder(element("summary", "note", Counted.of(reasons.size(), "reason")));
        reasons.forEach((reason, windows) -> each.append(
                around("p", "note", element("code", "", ranges(windows, granularity)) + Markup.text(": " + reason))));
        return line + around("li", "", around("details", "reasons", each.toString()));
    }

    private static String range(
            String word, String style, IntervalSet windows, Granularity granularity, String explanation) {
        if (windows.isEmpty()) {
            return "";
        }
        return around(
                "li",
                "",
                element("b", style, word) + " " + element("code", "", ranges(windows, granularity))
                        + Markup.text(explanation));
    }

    private static String ranges(IntervalSet windows, Granularity granularity) {
        return windows.intervals().stream()
                .map(window -> granularity.format(window))
                .collect(Collectors.joining(" "));
    }

    private String findings(Model model) {
        return picture.verdictOf(model.address()).stream()
                .flatMap(verdict -> verdict.findings().stream())
                .map(ModelCards::finding)
                .collect(Collectors.joining());
    }

    private static String finding(Diagnostic finding) {
        String style = finding.severity().name().toLowerCase(Locale.ROOT);
        return around("p", "finding " + style, element("b", "", style) + " " + Markup.text(finding.render()));
    }
}
