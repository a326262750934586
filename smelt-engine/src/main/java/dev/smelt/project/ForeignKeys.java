package dev.smelt.project;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.project.YamlNode.Entry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keys that other tools or other versions give a meaning. Those that change no result are accepted with a notice; those
 * that would change one refuse the model, since building it without them would give other rows than its author means.
 */
final class ForeignKeys {
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("assert_monotonic", "state", "mutation_profile", "watermark", "tests");

    private static final String FROM_SQL =
            "smelt derives windows from the SQL: put the bound into the SELECT and drop the key.";
    private static final String NO_MERGE =
            "smelt replaces whole partitions and merges no rows: drop the key, and deduplicate in the SELECT where needed.";
    private static final String IN_SQL = "Say it in the SELECT and drop the key.";
    private static final String CHUNKS = "Chunks are chosen when a goal runs (-Dsmelt.chunkSize): drop the key.";
    private static final String TIMESERIES = "Declare the partition under 'timeseries' and drop the key.";
    private static final String NO_HOOKS = "smelt runs no statements beside a model: drop the key.";
    private static final String BY_PATH =
            "A model's table follows from its path and the target: move the file and drop the key.";

    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("unique_key", NO_MERGE),
            Map.entry("merge_keys", NO_MERGE),
            Map.entry("merge_key", NO_MERGE),
            Map.entry("incremental_strategy", NO_MERGE),
            Map.entry("merge_update_columns", NO_MERGE),
            Map.entry("merge_exclude_columns", NO_MERGE),
            Map.entry("incremental_predicates", FROM_SQL),
            Map.entry("lookback", FROM_SQL),
            Map.entry("lookahead", FROM_SQL),
            Map.entry("lateness", FROM_SQL),
            Map.entry("filter", IN_SQL),
            Map.entry("where", IN_SQL),
            Map.entry("limit", IN_SQL),
            Map.entry("batch_size", CHUNKS),
            Map.entry("batch_concurrency", CHUNKS),
            Map.entry("concurrent_batches", CHUNKS),
            Map.entry("partition_by", TIMESERIES),
            Map.entry("event_time", TIMESERIES),
            Map.entry("begin", "Declare the first partition with 'start' and drop the key."),
            Map.entry("end", "Say the end when a goal runs (-Dsmelt.end): drop the key."),
            Map.entry("on_schema_change", "Declare 'schema_evolution' instead and drop the key."),
            Map.entry("full_refresh", "Declare 'refresh' instead and drop the key."),
            Map.entry("pre_hook", NO_HOOKS),
            Map.entry("post_hook", NO_HOOKS),
            Map.entry("pre_hooks", NO_HOOKS),
            Map.entry("post_hooks", NO_HOOKS),
            Map.entry("alias", BY_PATH),
            Map.entry("schema", BY_PATH),
            Map.entry("database", BY_PATH),
            Map.entry("enabled", "Leave the model out of a run with -Dsmelt.exclude, or move its file away."));

    private ForeignKeys() {}

    /** Whether the key is known and without effect; the notice is given. */
    static boolean isWithoutEffect(Entry entry, String owner, Problems problems) {
        boolean without = WITHOUT_EFFECT.contains(entry.key());
        if (without) {
            problems.notice(
                    entry.place(), "'" + entry.key() + "' in the " + owner + " is accepted and changes no result.");
        }
        return without;
    }

    /** Why a model with this key is refused, if it is. */
    static Optional<Diagnostic> refusal(Entry entry, String owner) {
        return Optional.ofNullable(REFUSED.get(entry.key()))
                .map(cure -> Diagnostic.error(
                        Problems.UNSUPPORTED,
                        entry.place(),
                        "'" + entry.key() + "' in the " + owner
                                + " would change what is built, and smelt does not support it.",
                        cure));
    }
}
