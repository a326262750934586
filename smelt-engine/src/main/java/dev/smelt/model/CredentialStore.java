package dev.smelt.model;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;

/** Where the credentials lie that a project only names. Asked at the moment they are needed, and not before. */
@FunctionalInterface
public interface CredentialStore {
    /** Has none. */
    CredentialStore NONE = server -> {
        throw SmeltException.project(Diagnostic.error(
                "SMELT-C110",
                server.place(),
                "There are no credentials '" + server.id() + "' here.",
                "Give them to whoever runs smelt, or remove the key."));
    };

    /** @throws SmeltException where there are none of this name, or they cannot be read */
    Credentials of(ServerReference server);
}
