package dev.smelt.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents are complete and point at what exists. What they quote is checked where it is printed. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void everyDiagnosticCodeIsDocumented() throws IOException {
        Set<String> used = inSources("\"(SMELT-[A-Z]\\d{3})\"");
        Set<String> documented = found(Quotations.read(ROOT.resolve("docs/diagnostics.md")), "(SMELT-[A-Z]\\d{3})");
        assertThat(used).hasSizeGreaterThan(50);
        assertThat(documented).containsExactlyElementsOf(used);
    }

    @Test
    void everyPropertyOfAGoalIsDocumented() {
        String descriptor =
                Quotations.read(ROOT.resolve("smelt-maven-plugin/target/classes/META-INF/maven/plugin.xml"));
        Set<String> properties = found(descriptor, "\\$\\{(smelt\\.[\\w.]+)\\}");
        Set<String> documented =
                found(Quotations.read(ROOT.resolve("docs/reference-goals.md")), "`(smelt\\.(?!yml)[\\w.]+)`");
        assertThat(properties).contains("smelt.select");
        assertThat(documented).containsExactlyElementsOf(properties);
    }

    @Test
    void everyKeyOfAProjectIsDocumented() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String list : inSources("KEYS\\s*=\\s*List\\.of\\(([^;]*)\\);")) {
            keys.addAll(found(list, "\"(\\w+)\""));
        }
        assertThat(keys).contains("targets", "safety_overrides", "append_only");
        assertThat(found(Quotations.read(ROOT.resolve("docs/reference-keys.md")), "`(\\w+)`"))
                .containsAll(keys);
    }

    @Test
    void quotationsNameProjectsThatCheckThem() {
        assertThat(Quotations.in(ROOT))
                .isNotEmpty()
                .allSatisfy(quotation -> assertThat(scripts(quotation.project()))
                        .as("%s quotes from %s", quotation.document(), quotation.project())
                        .contains("Quotations.check("));
    }

    @Test
    void relativeLinksLeadSomewhere() {
        for (Path document : Quotations.documents(ROOT)) {
            for (String link : found(Quotations.read(document), "\\]\\((?!https?:)([^)#]+)")) {
                assertThat(document.resolveSibling(link))
                        .as("link in %s", document.getFileName())
                        .exists();
            }
        }
    }

    private static String scripts(String project) {
        try (Stream<Path> files = Files.list(Path.of("src/it", project))) {
            return String.join(
                    "\n",
                    files.filter(file -> file.toString().endsWith(".groovy"))
                            .map(Quotations::read)
                            .toList());
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<String> inSources(String pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : List.of("smelt-engine", "smelt-maven-plugin")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(Quotations::read)
                        .forEach(text -> found.addAll(found(text, pattern)));
            }
        }
        return found;
    }

    private static Set<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(java.util.stream.Collectors.toCollection(TreeSet::new));
    }
}
