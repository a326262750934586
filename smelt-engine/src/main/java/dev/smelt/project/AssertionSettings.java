package dev.smelt.project;

import dev.smelt.model.DataCheck.Severity;
import dev.smelt.model.SourceText;
import dev.smelt.project.YamlNode.Entry;
import dev.smelt.project.YamlNode.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the front matter of a file of tests and checks, which holds for all of them. */
final class AssertionSettings {
    /** Keys of such a front matter; {@code test} is a mapping of {@link #TEST_KEYS}. */
    static final List<String> KEYS = List.of("description", "owner", "tags", "severity", "test");

    static final List<String> TEST_KEYS = List.of("check_order", "cases");

    private static final int CASES = 10;
    private static final int MOST_CASES = 1000;

    private AssertionSettings() {}

    /**
     * What a front matter says.
     *
     * @param severity of checks
     * @param ordered whether the order of rows matters to tests
     * @param cases how often a test with columns left out is tried
     */
    record Settings(Severity severity, boolean ordered, int cases, List<String> tags) {
        static final Settings DEFAULT = new Settings(Severity.ERROR, false, CASES, List.of());
    }

    static Settings read(Optional<SourceText> yaml, Variables variables, Problems problems) {
        return yaml.flatMap(text -> YamlReader.read(text, problems))
                .flatMap(node -> Section.of(node, "front matter", variables, problems))
                .map(AssertionSettings::settings)
                .orElse(Settings.DEFAULT);
    }

    private static Settings settings(Section section) {
        for (Entry entry : section.mapping().entries()) {
            if (!KEYS.contains(entry.key())) {
                section.unknown(entry, KEYS);
            }
        }
        section.text("description");
        section.text("owner");
        Optional<Section> test = section.section("test");
        test.ifPresent(each -> each.onlyKnows(TEST_KEYS));
        return new Settings(
                section.choice(
                                "severity",
                                Map.of("warn", Severity.WARN, "error", Severity.ERROR),
                                List.of("warn", "error"))
                        .orElse(Severity.ERROR),
                test.flatMap(each -> each.flag("check_order")).orElse(false),
                test.map(AssertionSettings::cases).orElse(CASES),
                section.texts("tags").stream().map(Scalar::text).distinct().toList());
    }

    private static int cases(Section test) {
        Optional<String> text = test.text("cases");
        Optional<Integer> cases = text.filter(each -> each.matches("[0-9]{1,4}"))
                .map(Integer::valueOf)
                .filter(each -> each >= 1 && each <= MOST_CASES);
        if (text.isPresent() && cases.isEmpty()) {
            test.wrong("cases", test.node("cases").orElseThrow(), "a whole number from 1 to " + MOST_CASES);
        }
        return cases.orElse(CASES);
    }
}
