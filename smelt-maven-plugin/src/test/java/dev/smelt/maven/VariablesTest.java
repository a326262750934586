package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class VariablesTest {

    @Test
    void come_from_the_environment_the_pom_and_the_command_line_and_the_last_wins() {
        Properties system = properties("env.REGION", "eu", "env.DB", "env.duckdb", "java.version", "17");
        Properties project = properties("DB", "pom.duckdb", "schema", "main");
        Properties user = properties("DB", "user.duckdb");

        assertThat(Variables.of(system, project, user))
                .isEqualTo(Map.of("REGION", "eu", "DB", "user.duckdb", "schema", "main"));
    }

    private static Properties properties(String... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        return properties;
    }
}
