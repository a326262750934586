package dev.smelt.relation;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Enough neighbouring granules to meet every irregularity of the calendar: four years, a leap day among them. */
final class SampleGranules {
    private SampleGranules() {}

    static List<Interval> of(Granularity granularity) {
        List<Interval> granules = new ArrayList<>();
        long start = granularity.isTime() ? granularity.floor(TimeAxis.ofDate(LocalDate.of(2023, 1, 1))) : 0;
        long end = granularity.isTime() ? TimeAxis.ofDate(LocalDate.of(2027, 1, 1)) : 100;
        for (long at = start; at < end; at = granularity.next(at)) {
            granules.add(granularity.granule(at));
        }
        return granules;
    }
}
