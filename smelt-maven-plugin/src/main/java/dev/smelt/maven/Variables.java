package dev.smelt.maven;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What {@code ${NAME}} in the files of a smelt project stands for. */
final class Variables {

    /** How Maven names an environment variable among its system properties. */
    private static final String ENVIRONMENT = "env.";

    private Variables() {}

    /** The environment, then the properties of the POM, then those of the command line; the later wins. */
    static Map<String, String> of(Properties system, Properties project, Properties user) {
        Map<String, String> variables = new TreeMap<>();
        for (String name : system.stringPropertyNames()) {
            if (name.startsWith(ENVIRONMENT)) {
                variables.put(name.substring(ENVIRONMENT.length()), system.getProperty(name));
            }
        }
        project.stringPropertyNames().forEach(name -> variables.put(name, project.getProperty(name)));
        user.stringPropertyNames().forEach(name -> variables.put(name, user.getProperty(name)));
        return variables;
    }
}
