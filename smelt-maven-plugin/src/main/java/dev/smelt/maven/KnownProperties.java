package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.maven.plugin.descriptor.PluginDescriptor;

/**
 * The properties that the goals of this plugin understand. Maven ignores a misspelt {@code -Dsmelt.dryrun} without a word;
 * a goal that writes must not.
 */
final class KnownProperties {

    private static final String PREFIX = "smelt.";

    private KnownProperties() {}

    /** Refuses a property of the command line that begins like ours and is known to no goal. */
    static void check(Properties user, PluginDescriptor plugin) {
        check(new TreeSet<>(user.stringPropertyNames()), of(plugin));
    }

    static void check(SortedSet<String> given, Set<String> known) {
        for (String name : given) {
            if (name.startsWith(PREFIX) && !known.contains(name)) {
                throw SmeltException.project(Diagnostic.error(
                        "SMELT-C095",
                        "No goal has a property " + name + "." + NearNames.didYouMean(name, known),
                        "See mvn smelt:help -Ddetail for what there is."));
            }
        }
    }

    private static Set<String> of(PluginDescriptor plugin) {
        return plugin.getMojos().stream()
                .flatMap(mojo -> mojo.getParameters().stream())
                .map(parameter -> parameter.getExpression() == null ? "" : parameter.getExpression())
                .filter(expression -> expression.startsWith("${" + PREFIX))
                .map(expression -> expression.substring(2, expression.length() - 1))
                .collect(Collectors.toUnmodifiableSet());
    }
}
