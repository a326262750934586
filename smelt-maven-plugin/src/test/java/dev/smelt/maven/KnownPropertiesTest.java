package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KnownPropertiesTest {

    private static final Set<String> KNOWN = Set.of("smelt.dryRun", "smelt.select");

    @Test
    void a_misspelt_property_is_refused_before_anything_is_written() {
        assertThatThrownBy(() -> KnownProperties.check(new TreeSet<>(Set.of("smelt.dryrun")), KNOWN))
                .hasMessageContaining("No goal has a property smelt.dryrun. Did you mean 'smelt.dryRun'?");
    }

    @Test
    void known_ones_and_those_of_others_pass() {
        assertThatCode(() -> KnownProperties.check(new TreeSet<>(Set.of("smelt.select", "skipTests", "region")), KNOWN))
                .doesNotThrowAnyException();
    }
}
