package dev.smelt.sql;

import java.util.List;
import java.util.Optional;

/**
 * What stands in OVER (...).
 *
 * @param base the named window it starts from
 * @param frame the frame as written; empty where none is (the engine's default then is RANGE UNBOUNDED PRECEDING with
 *     ORDER BY, the whole partition without)
 */
public record WindowSpec(
        Optional<String> base, List<Expr> partitionBy, List<Query.OrderKey> orderBy, Optional<Frame> frame, Span span) {

    /** {@code unit BETWEEN start AND end}; the shorthand without BETWEEN has CURRENT ROW as its end. */
    public record Frame(FrameUnit unit, FrameBound start, FrameBound end, boolean excludes, Span span) {}

    /** The frame units; only RANGE speaks of values. */
    public enum FrameUnit {
        RANGE,
        ROWS,
        GROUPS
    }

    /** One side of a frame. */
    public sealed interface FrameBound {}

    public record UnboundedPreceding() implements FrameBound {}

    public record UnboundedFollowing() implements FrameBound {}

    public record CurrentRow() implements FrameBound {}

    public record Preceding(Expr offset) implements FrameBound {}

    public record Following(Expr offset) implements FrameBound {}
}
