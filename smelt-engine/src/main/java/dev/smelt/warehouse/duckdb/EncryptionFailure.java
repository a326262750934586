package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.ServerReference;
import dev.smelt.model.Target;
import java.nio.file.Path;
import java.util.Optional;

/** Why a warehouse and its key do not go together. None of the messages shows the key. */
final class EncryptionFailure {
    private EncryptionFailure() {}

    /** The refusal, where the engine's error is about encryption. */
    static Optional<SmeltException> of(Target target, Path database, EngineError error) {
        String message = error.message();
        Optional<ServerReference> server = target.server();
        if (message.contains("Cannot open encrypted database") && server.isEmpty()) {
            return Optional.of(
                    SmeltException.project(
                            Diagnostic.error(
                                    "SMELT-L009",
                                    "The warehouse " + database + " is encrypted, and target '" + target.name()
                                            + "' names no key.",
                                    "Add 'server_id:' to the target, the id of the server in settings.xml whose password is the key.")));
        }
        return server.flatMap(key -> ofKey(target, database, message, key)).map(SmeltException::project);
    }

    private static Optional<Diagnostic> ofKey(Target target, Path database, String message, ServerReference server) {
        if (message.contains("Wrong encryption key")) {
            return Optional.of(Diagnostic.error(
                    "SMELT-L008",
                    server.place(),
                    "The password of server '" + server.id() + "' is not the key that " + database
                            + " is encrypted with.",
                    "Correct the password in settings.xml, or name another server."));
        }
        if (message.contains("is not encrypted")) {
            return Optional.of(Diagnostic.error(
                    "SMELT-L012",
                    server.place(),
                    "Target '" + target.name() + "' names server '" + server.id()
                            + "', whose password is to be the key of " + database
                            + ", but that warehouse is not encrypted.",
                    "Remove 'server_id', or copy the warehouse into an encrypted file once, with DuckDB's COPY FROM"
                            + " DATABASE."));
        }
        if (message.contains("crypto module")) {
            return Optional.of(Diagnostic.error(
                    "SMELT-L013",
                    server.place(),
                    "DuckDB writes encrypted files with its extension httpfs only, and that is not installed here.",
                    "Install it once for this version of DuckDB (INSTALL httpfs), or add 'force_mbedtls_unsafe: true' to"
                            + " the target's 'settings': DuckDB's built-in cipher is used then, whose random numbers it"
                            + " does not call secure."));
        }
        return Optional.empty();
    }
}
