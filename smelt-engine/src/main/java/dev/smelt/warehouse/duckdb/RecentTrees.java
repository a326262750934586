package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Binder.EngineRejection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The trees of the texts asked for last: a model's text is asked for several times on its way through an analysis. */
final class RecentTrees {
    private static final int KEPT = 32;

    private final Map<String, SyntaxTree> kept = Collections.synchronizedMap(new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SyntaxTree> eldest) {
            return size() > KEPT;
        }
    });

    /** What the engine makes of a text. */
    interface Serializer {
        String serialized(String sql) throws EngineRejection;
    }

    SyntaxTree of(String sql, Serializer serializer) throws EngineRejection {
        SyntaxTree known = kept.get(sql);
        if (known == null) {
            known = SyntaxTree.parse(serializer.serialized(sql));
            kept.put(sql, known);
        }
        return known;
    }
}
