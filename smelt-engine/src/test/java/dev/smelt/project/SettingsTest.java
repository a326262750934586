package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code smelt.yml} may say, and how wrong settings are told. */
class SettingsTest {
    @TempDir
    Path directory;

    @Test
    void aMissingFileSaysWhatToCreate() {
        assertThat(ProjectFolder.empty(directory).problems())
                .containsExactly(
                        "smelt.yml: There is no smelt.yml in the project directory. Create one that says 'name:',"
                                + " 'version: 1' and 'targets:' with a target 'dev' of 'type: duckdb' and its 'database:' file."
                                + " [SMELT-C001]");
    }

    @Test
    void anEmptyFileIsNoProject() {
        assertThat(ProjectFolder.empty(directory).with("smelt.yml", "# later\n").problems())
                .containsExactly(
                        "smelt.yml: smelt.yml is empty. Say at least 'name:', 'version: 1' and 'targets:'. [SMELT-C001]");
    }

    /** Lines 1 to 4 are the least smelt.yml; the line of the case is the fifth. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pathes: [x] | smelt.yml:5:1: Unknown key 'pathes' in the smelt.yml. Did you mean 'paths'? [SMELT-C003]",
                "name: b | smelt.yml:5:1: The key 'name' stands here a second time; the first is in line 1. Keep one of them. [SMELT-C004]",
                "paths: [models, nope] | smelt.yml:5:17: The path 'nope' is no directory of the project. Create it, or name another under 'paths'. [SMELT-C008]",
                "paths: ../up | smelt.yml:5:8: The path '../up' lies outside the project. Models live beside or below smelt.yml; move them there. [SMELT-C008]",
                "paths: [., models] | smelt.yml:5:12: The path 'models' overlaps another path, so that its files would be read twice. Keep the outer one. [SMELT-C008]",
                "paths: {a: b} | smelt.yml:5:8: 'paths' in the smelt.yml must be a text or a list of texts, but is a mapping. [SMELT-C005]",
                "time_zone: Paris | smelt.yml:5:12: 'Paris' is no time zone. Name one of the IANA database, such as Europe/Paris, or UTC. [SMELT-C005]",
                "default_materialization: | smelt.yml:5:25: 'default_materialization' in the smelt.yml must be table, view or ephemeral, but is empty. [SMELT-C005]",
                "functions: {reach: loose} | smelt.yml:5:20: 'reach' in the 'functions' of the smelt.yml must be declared or strict, but is 'loose'. [SMELT-C005]",
                "lookups: {aa: restate} | smelt.yml:5:11: There is no model, source or seed 'aa'. Did you mean 'a'? [SMELT-C018]",
                "lookups: {a: never} | smelt.yml:5:14: 'a' in the 'lookups' of the smelt.yml must be restate or as_built, but is 'never'. [SMELT-C005]",
                "models: {b: {owner: x}} | smelt.yml:5:10: There is no model 'b'. Did you mean 'a'? [SMELT-C018]",
                "models: {a: {ownr: x}} | smelt.yml:5:14: Unknown key 'ownr' in the model a. Did you mean 'owner'? [SMELT-C003]",
                "models: [a] | smelt.yml:5:9: 'models' in the smelt.yml must be a mapping of keys to values, but is a list. [SMELT-C005]",
                "time_zone: ${TZ} | smelt.yml:5:12: The variable 'TZ' has no value. Set it, or give a default with ${TZ:-default}. [SMELT-C007]",
                "time_zone: *x | smelt.yml:5:12: '*x' is a YAML alias, which smelt does not follow. Write the value out. [SMELT-C002]",
            })
    void tellsWhatIsWrongWithALine(String line, String problem) {
        assertThat(ProjectFolder.small(directory).withSettings(line + "\n").problems())
                .containsExactly(problem);
    }

    @Test
    void anAnchorWithoutAnAliasIsHarmless() {
        assertThat(ProjectFolder.small(directory)
                        .withSettings("lookups: &all {a: restate}\n")
                        .load()
                        .lookups())
                .containsOnlyKeys(new Address("a"));
    }

    @Test
    void targetsAreChecked() {
        ProjectFolder project = ProjectFolder.small(directory).with("smelt.yml", """
                name: shop
                version: 2
                targets:
                  dev: {type: postgres, schema: _smelt, databse: x}
                  prod: {type: duckdb, database: "${NOT_NEEDED_HERE}"}
                """);

        assertThat(project.problems("dev", Map.of()))
                .containsExactly(
                        "smelt.yml:2:10: 'version' must be 1, but is '2'. This smelt reads projects of version 1. [SMELT-C005]",
                        "smelt.yml:4:15: smelt does not know the target type 'postgres'. Use 'duckdb'. [SMELT-C009]",
                        "smelt.yml:4:33: The schema '_smelt' holds smelt's own state. Name another schema, without a dot."
                                + " [SMELT-C009]",
                        "smelt.yml:4:41: Unknown key 'databse' in the target 'dev'. Did you mean 'database'? [SMELT-C003]");
    }

    @Test
    void aKeyThatIsMissingIsToldWhereNoneIsMisspeltForIt() {
        ProjectFolder missing = ProjectFolder.small(directory).with("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb}
                """);

        assertThat(missing.problems("dev", Map.of())).singleElement().asString().contains("has no 'database'");

        missing.with("smelt.yml", """
                name: shop
                version: 1
                target:
                  dev: {type: duckdb, database: x}
                """);

        assertThat(missing.problems("dev", Map.of()))
                .containsExactly(
                        "smelt.yml:3:1: Unknown key 'target' in the smelt.yml. Did you mean 'targets'? [SMELT-C003]");
    }

    @Test
    void aSchemaThatTheEngineTakesForItsOwnDatabaseIsRefused() {
        ProjectFolder project = ProjectFolder.small(directory)
                .with("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb, database: x.duckdb, schema: Temp}
                """)
                .with("models/sources/raw/s.yml", "name: system.s\ncolumns: [{name: a, type: INTEGER}]\n");

        assertThat(project.problems("dev", Map.of()))
                .contains("smelt.yml:4:51: DuckDB has a database 'Temp' of its own, so that a schema of this name is"
                        + " ambiguous. Name another schema, without a dot. [SMELT-C009]")
                .anyMatch(problem -> problem.contains("DuckDB has a database 'system' of its own"));
    }

    @Test
    void anUnknownTargetIsNamedWithTheNearOne() {
        assertThat(ProjectFolder.small(directory).problems("live", Map.of()))
                .containsExactly("smelt.yml:3:1: There is no target 'live'. Known targets: dev. [SMELT-C009]");
        assertThat(ProjectFolder.small(directory).problems("dve", Map.of()))
                .containsExactly("smelt.yml:3:1: There is no target 'dve'. Did you mean 'dev'? [SMELT-C009]");
    }

    @Test
    void placesCountInUtf16UnitsBehindAByteOrderMarkAndWithCarriageReturns() {
        assertThat(ProjectFolder.small(directory)
                        .with(
                                "smelt.yml",
                                "\uFEFFname: {é😀: 1}\r\ntargets:\r\n  dev: {type: duckdb, database: x, '😀': 1}\r\n")
                        .problems())
                .containsExactly(
                        "smelt.yml:1:7: 'name' in the smelt.yml must be a text, but is a mapping. [SMELT-C005]",
                        "smelt.yml:3:36: Unknown key '😀' in the target 'dev'. Known keys: type, database, schema, settings, server_id."
                                + " [SMELT-C003]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: [1\\nb: 2 | smelt.yml:2:2: This is not YAML: while parsing a flow sequence, expected ',' or ']', but got :. [SMELT-C002]",
                "a: 1\\n\\tb: 2 | smelt.yml:2:1: This is not YAML: while scanning for the next token, found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation). [SMELT-C002]",
                "é: @x | smelt.yml:1:4: This is not YAML: while scanning for the next token, found character '@' that cannot start any token. (Do not use @ for indentation). [SMELT-C002]",
                "name: 1\\n---\\nb: 2 | smelt.yml:3:1: A second YAML document begins here. Keep one document per file. [SMELT-C002]",
            })
    void wrongYamlHasItsPlace(String text, String problem) {
        String yaml = text.replace("\\n", "\n").replace("\\t", "\t");
        assertThat(ProjectFolder.small(directory).with("smelt.yml", yaml).problems())
                .contains(problem);
    }

    @Test
    void variablesAreExpanded() {
        ProjectFolder project = ProjectFolder.small(directory)
                .with("models/n.seed.sql", "-- ${N:-10} rows, $${literal}\nSELECT '${TEXT}' FROM range(${N:-10})");

        assertThat(project.load(Map.of("TEXT", "a$1\\b", "N", ""))
                        .seeds()
                        .get(new Address("n"))
                        .script()
                        .orElseThrow()
                        .text())
                .isEqualTo("-- 10 rows, ${literal}\nSELECT 'a$1\\b' FROM range(10)");
        assertThat(project.problems("dev", Map.of("TEXTS", "x")))
                .containsExactly(
                        "models/n.seed.sql:2:9: The variable 'TEXT' has no value. Did you mean 'TEXTS'? Set it, or"
                                + " give a default with ${TEXT:-default}. [SMELT-C007]");
    }

    @Test
    void aFileThatIsNotUtf8IsToldWithItsPlace() throws IOException {
        ProjectFolder project = ProjectFolder.small(directory);
        Files.write(directory.resolve("models/a.sql"), "SELECT 1\n, 'é'".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(project.problems())
                .containsExactly("models/a.sql:2:4: This file is not UTF-8: the bytes here are no character. Save it as"
                        + " UTF-8. [SMELT-C015]");
    }
}
