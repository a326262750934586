package dev.smelt.law;

import dev.smelt.time.Granularity;
import java.util.List;
import java.util.Map;

/**
 * The SQL of an incremental model, clocked by its column p.
 *
 * @param calls calls of functions in the SQL, each with what it stands for
 * @param overrides the statements that are signed for it, all of them true
 */
record GeneratedModel(
        String sql, TimeOperand.Kind kind, Granularity granularity, Map<String, String> calls, List<String> overrides) {
    static final String PARTITION = "p";

    GeneratedModel {
        calls = Map.copyOf(calls);
        overrides = List.copyOf(overrides);
    }

    GeneratedModel(String sql, TimeOperand.Kind kind, Granularity granularity) {
        this(sql, kind, granularity, Map.of(), List.of());
    }

    GeneratedModel with(String other) {
        return new GeneratedModel(other, kind, granularity, calls, overrides);
    }

    /** The SQL without calls, for an engine that knows nothing of functions. */
    String plainSql() {
        String plain = sql;
        for (Map.Entry<String, String> call : calls.entrySet()) {
            plain = plain.replace(call.getKey(), call.getValue());
        }
        return plain;
    }
}
