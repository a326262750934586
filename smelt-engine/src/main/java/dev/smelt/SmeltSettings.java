package dev.smelt;

import dev.smelt.model.CredentialStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that the caller decides about one invocation; the engine reads neither environment nor clock.
 *
 * @param projectDirectory the directory that holds {@code smelt.yml}, absolute
 * @param target the name of the target under {@code targets}
 * @param database a database file, absolute, that stands in for the target's own
 * @param variables what {@code ${NAME}} in the project's files stands for
 * @param asOf the clock of the invocation: one value, however long it takes
 * @param clock tells when a run and its steps began and ended; decides nothing
 * @param goal who asks, as other processes see it while the warehouse is locked: {@code run}, {@code diff}
 * @param credentials where the target's credentials are looked up, should it name some
 * @param lockWait how long to wait for a warehouse that another process writes; zero fails at once
 */
public record SmeltSettings(
        Path projectDirectory,
        String target,
        Optional<Path> database,
        Map<String, String> variables,
        Instant asOf,
        Clock clock,
        String goal,
        CredentialStore credentials,
        Duration lockWait) {

    public SmeltSettings {
        if (!projectDirectory.isAbsolute()) {
            throw new IllegalArgumentException("The project directory must be absolute: " + projectDirectory);
        }
        database.filter(file -> !file.isAbsolute()).ifPresent(file -> {
            throw new IllegalArgumentException("The database must be absolute: " + file);
        });
        variables = Collections.unmodifiableMap(new TreeMap<>(variables));
    }

    /** Settings for a project whose target needs no credentials. */
    public SmeltSettings(
            Path projectDirectory,
            String target,
            Optional<Path> database,
            Map<String, String> variables,
            Instant asOf,
            Clock clock,
            String goal,
            Duration lockWait) {
        this(projectDirectory, target, database, variables, asOf, clock, goal, CredentialStore.NONE, lockWait);
    }
}
