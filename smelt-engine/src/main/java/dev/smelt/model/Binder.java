package dev.smelt.model;

import dev.smelt.diagnostics.SmeltException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;

/**
 * The engine's own reading of SQL, over a shadow catalogue of empty tables: nothing is executed and no data is seen.
 * Safe to ask from several threads; a table is declared before anything that names it is asked for.
 */
public interface Binder extends AutoCloseable {
    /** Makes an empty table of these columns in the shadow catalogue, replacing one of the same name. */
    void declare(TableName table, Schema schema);

    /**
     * Binds a SELECT against the shadow catalogue. All columns come back nullable: the engine infers no nullability.
     *
     * @throws EngineRejection where the engine does not take it
     */
    Schema describe(String sql) throws EngineRejection;

    /**
     * The engine's syntax tree of a SELECT as text, without positions, so that two spellings can be compared.
     *
     * @throws EngineRejection where the engine's parser does not take it
     */
    String syntaxTree(String sql) throws EngineRejection;

    /**
     * The engine's syntax tree of a SELECT as JSON text, each node with where it stands: {@code query_location} and
     * {@code query_location_length}, in UTF-8 bytes from 0; a location of 2^64 - 1 says that there is none.
     *
     * @throws EngineRejection where the engine's parser does not take it, or serializes no statement of this kind
     */
    String locatedTree(String sql) throws EngineRejection;

    /**
     * A SELECT as the engine would write it, were it kept as a view.
     *
     * @throws EngineRejection where the engine does not take it
     */
    String asView(String sql) throws EngineRejection;

    /** The engine's canonical spelling of a type, or nothing where it knows no such type. */
    Optional<SqlType> canonicalType(String type);

    /** What the engine's catalogue says about a function's results. */
    Volatility volatility(String function);

    /** The functions that the engine knows as aggregates, in lower case. */
    Set<String> aggregates();

    /**
     * Since when the engine and this Java differ about the clock changes of a zone, from 1900 until 2100; empty where they
     * agree.
     */
    Optional<Instant> zoneDifference(ZoneId zone);

    @Override
    void close() throws SmeltException;

    /** Whether a function gives the same result for the same arguments. */
    enum Volatility {
        CONSISTENT,
        /** One value per query, another in the next: the {@code now()} family. */
        CONSISTENT_WITHIN_QUERY,
        VOLATILE,
        /** The engine does not say: macros, table functions, functions it does not know. */
        UNKNOWN
    }

    /** The engine refused a text; the message is the engine's own. */
    final class EngineRejection extends Exception {
        private static final long serialVersionUID = 1L;
        private final int offset;

        /** @param offset the UTF-16 offset in the text that the engine points at, or -1 */
        public EngineRejection(String message, int offset) {
            super(message);
            this.offset = offset;
        }

        public int offset() {
            return offset;
        }
    }
}
