package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The descriptor is what users and IDEs see of the plugin: it keeps the promises of its conventions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PluginDescriptorTest {

    private static final List<String> WRITING = List.of("backbuild", "init", "run", "seed");
    private static final List<String> READING = List.of(
            "check", "diff", "explain", "history", "lineage", "report", "snapshot", "status", "validate", "verify");

    private static final List<String> NO_PROJECT = List.of("help", "init");

    private final Map<String, Element> goals = new TreeMap<>();

    @BeforeAll
    void readTheGeneratedDescriptor() throws Exception {
        try (InputStream descriptor = getClass().getResourceAsStream("/META-INF/maven/plugin.xml")) {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(descriptor);
            for (Element mojo : elements(document.getElementsByTagName("mojo"))) {
                goals.put(child(mojo, "goal").orElseThrow(), mojo);
            }
        }
    }

    @Test
    void has_the_goals_of_the_page_and_help() {
        assertThat(goals.keySet())
                .containsExactly(
                        "backbuild",
                        "check",
                        "diff",
                        "explain",
                        "help",
                        "history",
                        "init",
                        "lineage",
                        "report",
                        "run",
                        "seed",
                        "snapshot",
                        "status",
                        "test",
                        "validate",
                        "verify");
    }

    @Test
    void every_property_begins_with_smelt() {
        List<String> properties = new ArrayList<>();
        goals.forEach((goal, mojo) -> {
            if (!goal.equals("help")) {
                elements(mojo.getElementsByTagName("configuration"))
                        .forEach(configuration ->
                                properties.addAll(elements(configuration.getElementsByTagName("*")).stream()
                                        .map(parameter ->
                                                parameter.getTextContent().strip())
                                        .filter(text -> text.startsWith("${") && !isReadOnly(text))
                                        .toList()));
            }
        });

        assertThat(properties).isNotEmpty().allMatch(property -> property.startsWith("${smelt."));
    }

    @Test
    void every_parameter_that_can_be_set_says_what_it_is_and_since_when() {
        goals.forEach((goal, mojo) -> {
            for (Element parameter : elements(mojo.getElementsByTagName("parameter"))) {
                if (child(parameter, "editable").orElse("").equals("true") && !goal.equals("help")) {
                    String name = goal + "." + child(parameter, "name").orElseThrow();
                    assertThat(child(parameter, "description"))
                            .as(name)
                            .isPresent()
                            .get()
                            .asString()
                            .hasSizeGreaterThan(20);
                    assertThat(child(parameter, "since")).as(name).contains("0.1.0");
                }
            }
        });
    }

    @Test
    void goals_that_write_are_bound_to_no_phase_and_the_others_to_verify() {
        assertThat(WRITING)
                .allSatisfy(goal -> assertThat(child(goals.get(goal), "phase")).isEmpty());
        assertThat(READING)
                .allSatisfy(goal -> assertThat(child(goals.get(goal), "phase")).contains("verify"));
        assertThat(child(goals.get("test"), "phase")).contains("test");
    }

    @Test
    void goals_are_thread_safe_need_a_project_and_resolve_no_dependencies() {
        goals.values().forEach(mojo -> {
            String goal = child(mojo, "goal").orElseThrow();
            assertThat(child(mojo, "threadSafe")).as(goal).contains("true");
            assertThat(child(mojo, "requiresProject")).as(goal).contains(NO_PROJECT.contains(goal) ? "false" : "true");
            assertThat(child(mojo, "requiresDependencyResolution")).as(goal).isEmpty();
        });
    }

    @Test
    void every_goal_has_a_skip_flag_of_its_own() {
        for (String goal : new TreeSet<>(goals.keySet())) {
            if (!goal.equals("help")) {
                assertThat(goals.get(goal).getTextContent())
                        .contains("${smelt.skip}")
                        .contains("${smelt." + goal + ".skip}");
            }
        }
    }

    private static boolean isReadOnly(String expression) {
        return List.of("${project}", "${project.basedir}", "${session}", "${mojoExecution}")
                .contains(expression);
    }

    private static Optional<String> child(Element parent, String name) {
        return elements(parent.getChildNodes()).stream()
                .filter(element -> element.getTagName().equals(name))
                .map(element -> element.getTextContent().strip())
                .findFirst();
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }
}
