package dev.smelt.model;

import dev.smelt.diagnostics.Diagnostic;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a project's files say, read and checked; nothing here came from a database.
 *
 * @param name as in {@code smelt.yml}
 * @param directory the directory that holds {@code smelt.yml}, absolute
 * @param target the chosen target
 * @param models by address
 * @param sources by address
 * @param seeds by address
 * @param functions by name
 * @param tests in order of their names
 * @param checks in order of their names
 * @param timeZone the zone in which TIMESTAMPTZ clocks are read
 * @param strictReach {@code functions.reach: strict}: frames in a function body add up instead of the widest counting
 * @param lookups per lookup, what a change of it means for its readers
 * @param notices things accepted that change no result
 */
public record Project(
        String name,
        Path directory,
        Target target,
        SortedMap<Address, Model> models,
        SortedMap<Address, Source> sources,
        SortedMap<Address, Seed> seeds,
        SortedMap<String, FunctionDefinition> functions,
        List<SqlTest> tests,
        List<DataCheck> checks,
        ZoneId timeZone,
        boolean strictReach,
        Map<Address, LookupPolicy> lookups,
        List<Diagnostic> notices) {

    /** What a changed lookup does to what was built from it. */
    public enum LookupPolicy {
        /** Every built partition of a reader is stale. */
        RESTATE,
        /** Built partitions stay as they were built. */
        AS_BUILT
    }

    /** The same project with one model declared otherwise. */
    public Project with(Model model) {
        SortedMap<Address, Model> changed = new TreeMap<>(models);
        changed.put(model.address(), model);
        return new Project(
                name,
                directory,
                target,
                changed,
                sources,
                seeds,
                functions,
                tests,
                checks,
                timeZone,
                strictReach,
                lookups,
                notices);
    }

    /** The clock of whatever has this address. */
    public Optional<Timeseries> timeseries(Address address) {
        if (models.containsKey(address)) {
            return models.get(address).timeseries();
        }
        if (sources.containsKey(address)) {
            return sources.get(address).timeseries();
        }
        return seeds.containsKey(address) ? seeds.get(address).timeseries() : Optional.empty();
    }

    /** The table of whatever has this address, or nothing where nothing has. */
    public Optional<TableName> table(Address address) {
        if (models.containsKey(address)) {
            return Optional.of(models.get(address).table());
        }
        if (sources.containsKey(address)) {
            return Optional.of(sources.get(address).table());
        }
        return seeds.containsKey(address) ? Optional.of(seeds.get(address).table()) : Optional.empty();
    }
}
