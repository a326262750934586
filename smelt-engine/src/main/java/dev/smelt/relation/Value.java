package dev.smelt.relation;

import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeMap;
import dev.smelt.time.TimeMap.Envelope;
import dev.smelt.time.ZoneClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What an expression computes, as far as time relations understand it. */
sealed interface Value {
    ValueKind kind();

    Set<Reference> support();

    /** The variables the value is computed from. */
    List<Variable> variables();

    /** The value as one function of one variable, where it is or can be taken for one. */
    default Optional<Term> term() {
        return this instanceof Term term
                ? Optional.of(term)
                : this instanceof Choice choice ? Optional.of(choice.self()) : Optional.empty();
    }

    /** An exact function of one variable: steps applied in order. */
    record Term(Variable variable, List<Operation> operations, ValueKind kind) implements Value {
        Term(Variable variable) {
            this(variable, List.of(), variable.kind());
        }

        Term plus(Operation operation, ValueKind result) {
            List<Operation> all = new ArrayList<>(operations);
            all.add(operation);
            return new Term(variable, List.copyOf(all), result);
        }

        Term as(ValueKind result) {
            return new Term(variable, operations, result);
        }

        @Override
        public Set<Reference> support() {
            return variable.support();
        }

        @Override
        public List<Variable> variables() {
            return List.of(variable);
        }

        /** A monotone bound of the value, given the variable. */
        TimeMap bound(Envelope envelope) {
            TimeMap map = TimeMap.IDENTITY;
            for (Operation operation : operations) {
                map = map.then(operation.forward(envelope));
            }
            return map;
        }

        /** Given {@code value >= y} (LOWER) or {@code value <= y} (UPPER), the bound that follows for the variable. */
        TimeMap solve(Envelope envelope) {
            TimeMap map = TimeMap.IDENTITY;
            for (int i = operations.size() - 1; i >= 0; i--) {
                map = map.then(operations.get(i).backward(envelope));
            }
            return map.then(rounding(envelope));
        }

        private TimeMap rounding(Envelope envelope) {
            if (variable.kind() != ValueKind.DATE) {
                return TimeMap.IDENTITY;
            }
            return envelope == Envelope.LOWER ? TimeMap.ceiling(Granularity.DAY) : TimeMap.floor(Granularity.DAY);
        }
    }

    /** The same for every row. */
    record Constant(ValueKind kind) implements Value {
        @Override
        public Set<Reference> support() {
            return Set.of();
        }

        @Override
        public List<Variable> variables() {
            return List.of();
        }
    }

    /** A span of time that is the same for every row. */
    record Span(int months, long days, long micros) implements Value {
        static final Span NONE = new Span(0, 0, 0);

        @Override
        public ValueKind kind() {
            return ValueKind.OTHER;
        }

        @Override
        public Set<Reference> support() {
            return Set.of();
        }

        @Override
        public List<Variable> variables() {
            return List.of();
        }

        Span plus(Span other) {
            return new Span(months + other.months, days + other.days, micros + other.micros);
        }

        /** Without months: its length where a day has 24 hours, in microseconds. */
        long length() {
            return days * Granularity.MICROS_PER_DAY + micros;
        }

        Span negated() {
            return new Span(-months, -days, -micros);
        }
    }

    /**
     * One of several values, which one is not known: COALESCE, CASE, GREATEST. Whichever it is, it is one value: what is
     * said of it twice is said of the same.
     *
     * @param self the value, not looked into
     */
    record Choice(List<Value> options, Term self) implements Value {
        public Choice {
            options = List.copyOf(options);
        }

        /** Where a date meets a timestamp the engine makes both timestamps, where either meets an instant, instants; other mixtures are no time that we follow. */
        static ValueKind commonKind(List<Value> options) {
            List<ValueKind> kinds = options.stream().map(Value::kind).distinct().toList();
            boolean times = Set.of(ValueKind.DATE, ValueKind.TIMESTAMP, ValueKind.INSTANT)
                    .containsAll(kinds);
            return kinds.size() == 1
                    ? kinds.get(0)
                    : !times
                            ? ValueKind.OTHER
                            : kinds.contains(ValueKind.INSTANT) ? ValueKind.INSTANT : ValueKind.TIMESTAMP;
        }

        @Override
        public ValueKind kind() {
            return self.kind();
        }

        @Override
        public Set<Reference> support() {
            Set<Reference> all = supports();
            options.forEach(option -> all.addAll(option.support()));
            return all;
        }

        @Override
        public List<Variable> variables() {
            return options.stream()
                    .flatMap(option -> option.variables().stream())
                    .toList();
        }
    }

    /** One exact step of a {@link Term}. */
    sealed interface Operation {
        TimeMap forward(Envelope envelope);

        TimeMap backward(Envelope envelope);
    }

    /** Adds an exact span in axis units. */
    record Add(long span) implements Operation {
        @Override
        public TimeMap forward(Envelope envelope) {
            return TimeMap.shift(span);
        }

        @Override
        public TimeMap backward(Envelope envelope) {
            return TimeMap.shift(-span);
        }
    }

    /** Adds months. */
    record AddMonths(int months) implements Operation {
        @Override
        public TimeMap forward(Envelope envelope) {
            return TimeMap.of(new TimeMap.Months(months, envelope));
        }

        @Override
        public TimeMap backward(Envelope envelope) {
            return TimeMap.of(new TimeMap.MonthsBack(months, envelope));
        }
    }

    /** Goes to the start of the granule. */
    record FloorTo(Granularity granularity) implements Operation {
        @Override
        public TimeMap forward(Envelope envelope) {
            return TimeMap.floor(granularity);
        }

        /** {@code floor(x) >= y} is {@code x >= ceiling(y)}; {@code floor(x) <= y} is x before the granule after y's. */
        @Override
        public TimeMap backward(Envelope envelope) {
            return envelope == Envelope.LOWER
                    ? TimeMap.ceiling(granularity)
                    : TimeMap.shift(1).then(TimeMap.ceiling(granularity)).then(TimeMap.shift(-1));
        }
    }

    /** Goes from an instant to the local time of a zone. */
    record ToLocal(ZoneClock zone) implements Operation {
        @Override
        public TimeMap forward(Envelope envelope) {
            return TimeMap.toLocal(zone, envelope);
        }

        @Override
        public TimeMap backward(Envelope envelope) {
            return TimeMap.toInstant(zone, envelope);
        }
    }

    /** Goes from the local time of a zone to an instant, of two the one that the engine takes. */
    record ToInstant(ZoneClock zone) implements Operation {
        @Override
        public TimeMap forward(Envelope envelope) {
            return TimeMap.toInstant(zone, envelope);
        }

        @Override
        public TimeMap backward(Envelope envelope) {
            return TimeMap.toLocal(zone, envelope);
        }
    }

    private static Set<Reference> supports() {
        return new TreeSet<>(Comparator.comparingInt(Reference::index));
    }
}
