package dev.smelt.relation;

import dev.smelt.model.SafetyOverride;
import dev.smelt.sql.ExpandedSql.Expansion;
import dev.smelt.sql.Span;
import java.util.List;
import java.util.Optional;

/**
 * Something that looks at other rows of its block: a window call, LIMIT or DISTINCT ON.
 *
 * @param what how messages call it: {@code ROW_NUMBER()}
 * @param keys the values of PARTITION BY (or DISTINCT ON)
 * @param keyText its partition keys as written, for messages
 * @param frame how far its rows may lie from the row itself; empty where nothing bounds that
 * @param unframed why the frame does not count, for messages; empty where it does
 * @param expansion the function body it stands in
 * @param override the key that signs it away
 * @param evidence the clause that says which rows it looks at
 * @param declared whether the frame is a declaration of the function body it stands in, which the engine does not honour
 */
record WindowUse(
        String what,
        List<Value> keys,
        String keyText,
        Optional<Frame> frame,
        String unframed,
        Optional<Expansion> expansion,
        SafetyOverride override,
        Evidence evidence,
        Span span,
        boolean declared) {

    /**
     * A RANGE frame over a time or integer axis.
     *
     * @param order the order key
     * @param back how far before the row's key it reaches; empty for UNBOUNDED
     * @param ahead how far after; empty for UNBOUNDED
     */
    record Frame(Value.Term order, Optional<Value.Span> back, Optional<Value.Span> ahead) {}
}
