package dev.smelt.report.html;

import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import java.time.LocalDate;
import java.util.List;

/**
 * How far around an output partition P a model reads, as small bars on one scale. A picture of one ordinary partition:
 * the words beside it are what holds for all.
 */
final class ReachPicture {
    private static final LocalDate ORDINARY = LocalDate.of(2025, 7, 16);
    private static final int HEIGHT = 16;

    private final Interval partition;
    private final Interval scale;

    private ReachPicture(Interval partition, Interval scale) {
        this.partition = partition;
        this.scale = scale;
    }

    /** The scale that holds everything that the bounded references read for P, and a little more. */
    static ReachPicture of(Granularity granularity, List<ReferenceRelation> relations) {
        Interval partition = granularity.granule(granularity.isTime() ? TimeAxis.ofDate(ORDINARY) : 1_000);
        long least = partition.start();
        long most = partition.end();
        for (ReferenceRelation relation : relations) {
            if (relation.read().isPresent()) {
                Interval read = relation.read().get().image(partition);
                least = read.start() == Interval.NEGATIVE_INFINITY ? least : Math.min(least, read.start());
                most = read.end() == Interval.POSITIVE_INFINITY ? most : Math.max(most, read.end());
            }
        }
        long unit = partition.end() - partition.start();
        return new ReachPicture(partition, new Interval(least - unit, most + unit));
    }

    /** One reference: what it reads as a bar, P as a frame around a part of it. */
    String draw(ReferenceRelation relation) {
        Interval read = relation.read().map(map -> map.image(partition)).orElse(Interval.ALL);
        Interval shown = read.intersection(scale).orElse(partition);
        return "<svg class=\"reach\" height=\"" + HEIGHT + "\" aria-hidden=\"true\">"
                + rect("track", scale, 5, 6)
                + rect(relation.driver() ? "reads driver" : "reads", shown, 5, 6)
                + rect("p", partition, 1, 14)
                + "</svg>";
    }

    private String rect(String style, Interval interval, int y, int height) {
        Axis axis = new Axis(scale, true);
        return "<rect class=\"" + style + "\" x=\"" + Markup.percent(axis.at(interval.start())) + "\" width=\""
                + Markup.percent(axis.width(interval)) + "\" y=\"" + y + "\" height=\"" + height + "\" rx=\"3\"/>";
    }
}
