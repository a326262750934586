package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Materialization;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.model.Target;
import dev.smelt.project.YamlNode.Scalar;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code smelt.yml} says.
 *
 * @param name the project's name
 * @param paths where models, sources and seeds lie, as written
 * @param target the chosen target
 * @param defaultMaterialization of models that say nothing
 * @param overrides keys of models, by address as written; front matter goes before them
 * @param timeZone of TIMESTAMPTZ clocks
 * @param strictReach {@code functions.reach: strict}
 * @param lookups by address as written
 */
record SmeltYml(
        String name,
        List<Scalar> paths,
        Target target,
        Materialization defaultMaterialization,
        Optional<Section> overrides,
        ZoneId timeZone,
        boolean strictReach,
        Map<String, Lookup> lookups) {
    /** What a change of a lookup means, and where that is said. */
    record Lookup(LookupPolicy policy, Place place) {}
}
