package dev.smelt.report.html;

import dev.smelt.ledger.PartitionState;
import dev.smelt.report.Counted;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;

/** A model's partitions as a strip of the calendar; colour, hatching and words say the same. */
final class CoverageStrip {
    /** Above this many partitions a cell would be thinner than a hair, and runs of them are drawn instead. */
    private static final int MOST_CELLS = 200;

    private static final double WIDEST_GAP = 0.0015;

    private final Axis axis;
    private final Coverage coverage;
    private final Granularity granularity;
    private final int height;
    private final StringBuilder out = new StringBuilder();

    private CoverageStrip(Axis axis, Coverage coverage, int height) {
        this.axis = axis;
        this.coverage = coverage;
        this.granularity = coverage.granularity().orElseThrow();
        this.height = height;
    }

    /** A thin strip, for comparing models on one axis. */
    static String thin(Axis axis, Coverage coverage, String label) {
        return new CoverageStrip(axis, coverage, 18).draw(false, label);
    }

    /** A tall strip whose bars show how many rows each partition holds. */
    static String tall(Axis axis, Coverage coverage, String label) {
        return new CoverageStrip(axis, coverage, 56).draw(true, label);
    }

    private String draw(boolean bars, String label) {
        out.append("<svg class=\"strip\" height=\"" + height + "\" role=\"img\" aria-label=\"" + Markup.text(label)
                + "\">");
        out.append("<rect class=\"track\" width=\"100%\" height=\"" + height + "\" rx=\"3\"/>");
        for (Interval hole : coverage.holes().intervals()) {
            cell("hole", hole, 1, title("missing", hole));
        }
        if (granularity.count(coverage.built().hull()) <= MOST_CELLS) {
            cells(bars);
        } else {
            runs("fresh", coverage.built().minus(coverage.open()).minus(coverage.stale()));
            runs("open", coverage.open());
            runs("stale", coverage.stale());
        }
        return out.append("</svg>").toString();
    }

    private void cells(boolean bars) {
        long most = coverage.partitions().stream()
                .mapToLong(PartitionState::rows)
                .max()
                .orElse(0);
        for (PartitionState partition : coverage.partitions()) {
            String style = partition.isStale() ? "stale" : partition.complete() ? "fresh" : "open";
            String words = title(style, partition.range()) + ", " + Counted.of(partition.rows(), "row")
                    + partition.stale().map(reason -> ": " + reason).orElse("");
            double share = bars && most > 0 ? Math.max(0.05, (double) partition.rows() / most) : 1;
            if (bars) {
                cell(style + " pale", partition.range(), 1, words);
            }
            cell(style, partition.range(), share, words);
        }
    }

    private void runs(String style, IntervalSet windows) {
        windows.intervals().forEach(window -> cell(style, window, 1, title(style, window)));
    }

    private String title(String word, Interval window) {
        return word + " " + granularity.format(window);
    }

    private void cell(String style, Interval window, double share, String title) {
        double width = axis.width(window);
        double tall = height * share;
        String place = "x=\"" + Markup.percent(axis.at(window.start())) + "\" width=\""
                + Markup.percent(width - Math.min(width * 0.08, WIDEST_GAP)) + "\" y=\"" + Markup.number(height - tall)
                + "\" height=\"" + Markup.number(tall) + "\"";
        out.append("<rect class=\"cell " + style + "\" " + place + "><title>" + Markup.text(title) + "</title></rect>");
        if (!style.contains("pale") && !style.equals("fresh")) {
            out.append("<rect class=\"hatch\" fill=\"url(#" + style + "-hatch)\" " + place + "/>");
        }
    }
}
