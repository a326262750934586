package dev.smelt.model;

import java.util.Objects;
import java.util.Optional;

/**
 * What somebody is let in with: a secret, and a name where one goes with it. Its text never shows either, so that no
 * message, report or log that it gets into by accident does.
 *
 * @param username the name, where there is one
 * @param password the secret in plain text: a password, a key, a token; never empty
 */
public record Credentials(Optional<String> username, String password) {
    public Credentials {
        Objects.requireNonNull(username, "username");
        if (password.isEmpty()) {
            throw new IllegalArgumentException("A password has at least one character.");
        }
    }

    @Override
    public String toString() {
        return "Credentials[hidden]";
    }
}
