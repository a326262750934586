package dev.smelt.report;

import dev.smelt.time.Granularity;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.TimeFormula;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Partition maps in words: {@code [P - 2 days, P + 1 day]}, inclusive on both sides, P being the output partition value. */
public final class PartitionMapText {

    private static final String VARIABLE = "P";

    private static final int GRANULES_LOOKED_AT = 1500;

    private PartitionMapText() {}

    /** The hull of several reaches is written {@code hull of [..] and [..]}, those that add nothing left out. */
    public static String render(PartitionMap map) {
        List<PartitionMap.Reach> deciding = deciding(map);
        String text =
                deciding.stream().map(reach -> render(reach, map)).distinct().collect(Collectors.joining(" and "));
        return deciding.size() == 1 ? text : "hull of " + text;
    }

    /** Without reaches that lie inside another for each of some years of granules: the text is for people, and short. */
    private static List<PartitionMap.Reach> deciding(PartitionMap map) {
        List<PartitionMap.Reach> distinct = map.reaches().stream().distinct().toList();
        List<PartitionMap.Reach> kept = new ArrayList<>();
        for (PartitionMap.Reach reach : distinct) {
            if (kept.stream().noneMatch(other -> covers(map, other, reach))) {
                kept.removeIf(other -> covers(map, reach, other));
                kept.add(reach);
            }
        }
        return kept;
    }

    private static boolean covers(PartitionMap map, PartitionMap.Reach outer, PartitionMap.Reach inner) {
        PartitionMap wide = of(map, outer);
        PartitionMap narrow = of(map, inner);
        return LongStream.range(0, GRANULES_LOOKED_AT)
                .mapToObj(number ->
                        map.output().granule(map.output().plus(map.output().floor(0), number)))
                .allMatch(granule -> wide.image(granule).contains(narrow.image(granule)));
    }

    private static PartitionMap of(PartitionMap map, PartitionMap.Reach reach) {
        return new PartitionMap(List.of(reach), map.output(), map.outputStep(), map.input());
    }

    private static String render(PartitionMap.Reach reach, PartitionMap map) {
        String lower = reach.lower().bounded() ? render(reach.lower(), map) : "-infinity";
        String upper = reach.upper().bounded() ? render(reach.upper(), map) : "infinity";
        return lower.equals(upper) ? lower : "[" + lower + ", " + upper + "]";
    }

    private static String render(PartitionMap.Side side, PartitionMap map) {
        return map.output().isTime()
                ? TimeFormula.of(side.map(), VARIABLE, map.outputStep() == Granularity.MICROS_PER_DAY)
                : TimeFormula.ofIntegers(side.map(), VARIABLE);
    }
}
