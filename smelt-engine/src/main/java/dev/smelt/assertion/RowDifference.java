package dev.smelt.assertion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the rows that a test got differ from those it expected.
 *
 * @param columns the columns that were looked at
 * @param pairs the rows that differ: an expected one, one that came instead, or both where they are most alike
 * @param equal how many rows are as expected
 */
public record RowDifference(List<String> columns, List<Pair> pairs, int equal) {
    /** Values as the engine prints them; NULL is empty. */
    public record Row(List<Optional<String>> values) {
        public Row {
            values = List.copyOf(values);
        }

        private long alike(Row other) {
            return IntStream.range(0, values.size())
                    .filter(i -> values.get(i).equals(other.values.get(i)))
                    .count();
        }
    }

    /** An expected row and the one that came instead; one of the two may be missing, never both. */
    public record Pair(Optional<Row> expected, Optional<Row> actual) {}

    public RowDifference {
        columns = List.copyOf(columns);
        pairs = List.copyOf(pairs);
    }

    public long missing() {
        return pairs.stream().filter(pair -> pair.expected().isPresent()).count();
    }

    public long unexpected() {
        return pairs.stream().filter(pair -> pair.actual().isPresent()).count();
    }

    /** The columns in which a pair's two rows differ; none where one is missing. */
    public List<String> differing(Pair pair) {
        if (pair.expected().isEmpty() || pair.actual().isEmpty()) {
            return List.of();
        }
        return IntStream.range(0, columns.size())
                .filter(i -> !pair.expected()
                        .get()
                        .values()
                        .get(i)
                        .equals(pair.actual().get().values().get(i)))
                .mapToObj(columns::get)
                .toList();
    }

    /** Compares rows at the same positions. Empty where there is no difference. */
    static Optional<RowDifference> inOrder(List<String> columns, List<Row> expected, List<Row> actual) {
        List<Pair> pairs = new ArrayList<>();
        int equal = 0;
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            Optional<Row> left = i < expected.size() ? Optional.of(expected.get(i)) : Optional.empty();
            Optional<Row> right = i < actual.size() ? Optional.of(actual.get(i)) : Optional.empty();
            if (left.equals(right)) {
                equal++;
            } else {
                pairs.add(new Pair(left, right));
            }
        }
        return pairs.isEmpty() ? Optional.empty() : Optional.of(new RowDifference(columns, pairs, equal));
    }

    /** Compares rows as a multiset. Empty where there is no difference. */
    static Optional<RowDifference> inAnyOrder(List<String> columns, List<Row> expected, List<Row> actual) {
        Map<Row, Long> surplus = new HashMap<>(
                actual.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
        List<Row> missing = new ArrayList<>();
        for (Row row : expected) {
            if (surplus.merge(row, -1L, Long::sum) < 0) {
                missing.add(row);
            }
        }
        List<Row> unexpected = new ArrayList<>();
        for (Row row : actual) {
            if (surplus.get(row) > 0) {
                surplus.merge(row, -1L, Long::sum);
                unexpected.add(row);
            }
        }
        if (missing.isEmpty() && unexpected.isEmpty()) {
            return Optional.empty();
        }
        int equal = expected.size() - missing.size();
        return Optional.of(new RowDifference(columns, paired(missing, unexpected), equal));
    }

    private static List<Pair> paired(List<Row> missing, List<Row> unexpected) {
        List<Row> left = new ArrayList<>(unexpected);
        List<Pair> pairs = new ArrayList<>();
        for (Row row : missing) {
            Optional<Row> nearest =
                    left.stream().filter(each -> each.alike(row) > 0).max(Comparator.comparing(row::alike));
            nearest.ifPresent(left::remove);
            pairs.add(new Pair(Optional.of(row), nearest));
        }
        left.forEach(row -> pairs.add(new Pair(Optional.empty(), Optional.of(row))));
        return pairs;
    }
}
