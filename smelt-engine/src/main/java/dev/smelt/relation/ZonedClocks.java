package dev.smelt.relation;

import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import java.util.Optional;

/** Which partition columns may hold instants (TIMESTAMPTZ): those whose granules are spans of the project's local time. */
final class ZonedClocks {
    static final String CURE = "Make the partition column one of UTC, such as ts AT TIME ZONE 'UTC', declare a longer"
            + " granularity, or set 'time_zone: UTC' in smelt.yml.";

    private final LocalTime localTime;

    ZonedClocks(Reading reading) {
        this.localTime = reading.localTime();
    }

    /** Why a partition column of instants cannot be one, as a sentence; empty where it can. */
    Optional<String> refusal(Timeseries timeseries) {
        String column = "The partition column " + timeseries.partitionColumn() + " is a TIMESTAMPTZ, and ";
        Optional<String> trouble = localTime.trouble(localTime.clock());
        if (trouble.isPresent()) {
            return Optional.of(column + trouble.get() + ", so its local dates cannot be derived.");
        }
        boolean hours = timeseries.granularity().equals(Granularity.HOUR);
        return hours && !localTime.clock().isFixed()
                ? Optional.of(column + "in " + localTime.clock().zone()
                        + " the hours of a clock change come twice or never, so they are no partitions.")
                : Optional.empty();
    }
}
