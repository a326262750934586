package dev.smelt.project;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.SafetyOverride;
import dev.smelt.project.YamlNode.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the signed statements of a model: {@code safety_overrides}, and the same keys under {@code batched}. */
final class SafetyOverrides {
    private static final List<String> KEYS =
            Stream.of(SafetyOverride.values()).map(SafetyOverride::key).toList();

    private final Problems problems;
    private final Map<SafetyOverride, Boolean> said = new EnumMap<>(SafetyOverride.class);

    private SafetyOverrides(Problems problems) {
        this.problems = problems;
    }

    /** The overrides in force; keys under {@code batched} that would change a result are added to the refusals. */
    static Set<SafetyOverride> read(Section model, List<Diagnostic> refusals) {
        SafetyOverrides overrides = new SafetyOverrides(model.problems());
        model.section("safety_overrides").ifPresent(section -> {
            section.onlyKnows(KEYS);
            overrides.readKeys(section);
        });
        Optional<Section> batched = model.section("batched");
        batched.ifPresent(section -> {
            overrides.checkBatched(section, refusals);
            overrides.readKeys(section);
            section.section("safety_overrides").ifPresent(inner -> {
                inner.onlyKnows(KEYS);
                overrides.readKeys(inner);
            });
        });
        Set<SafetyOverride> inForce = EnumSet.noneOf(SafetyOverride.class);
        overrides.said.forEach((override, value) -> {
            if (value) {
                inForce.add(override);
            }
        });
        return Collections.unmodifiableSet(inForce);
    }

    private void checkBatched(Section section, List<Diagnostic> refusals) {
        List<String> known = new ArrayList<>(KEYS);
        known.add("safety_overrides");
        for (Entry entry : section.mapping().entries()) {
            if (known.contains(entry.key()) || ForeignKeys.isWithoutEffect(entry, section.name(), problems)) {
                continue;
            }
            ForeignKeys.refusal(entry, section.name())
                    .ifPresentOrElse(refusals::add, () -> section.unknown(entry, known));
        }
    }

    private void readKeys(Section section) {
        for (SafetyOverride override : SafetyOverride.values()) {
            section.flag(override.key()).ifPresent(value -> say(override, value, section.place(override.key())));
        }
    }

    private void say(SafetyOverride override, boolean value, Place place) {
        Boolean before = said.putIfAbsent(override, value);
        if (before != null && before != value) {
            problems.error(
                    Problems.CONTRADICTION,
                    place,
                    "'" + override.key() + "' is " + value + " here and " + before + " elsewhere in this model.",
                    "Keep one of them.");
        }
    }
}
