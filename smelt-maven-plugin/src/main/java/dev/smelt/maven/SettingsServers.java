package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.CredentialStore;
import dev.smelt.model.Credentials;
import dev.smelt.model.ServerReference;
import java.util.List;
import java.util.Optional;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;

/** The servers of Maven's settings. A password is decrypted when it is asked for, and kept nowhere. */
final class SettingsServers implements CredentialStore {

    private final Settings settings;
    private final SettingsDecrypter decrypter;

    SettingsServers(Settings settings, SettingsDecrypter decrypter) {
        this.settings = settings;
        this.decrypter = decrypter;
    }

    @Override
    public Credentials of(ServerReference reference) {
        Server server = Optional.ofNullable(settings.getServer(reference.id()))
                .orElseThrow(() -> refused(
                        "SMELT-C110",
                        reference,
                        "There is no server '" + reference.id() + "' in settings.xml."
                                + NearNames.didYouMean(reference.id(), ids()),
                        "Add it under 'servers' in settings.xml, or correct 'server_id'."));
        SettingsDecryptionResult decrypted = decrypter.decrypt(new DefaultSettingsDecryptionRequest(server));
        boolean failed = decrypted.getProblems().stream()
                .anyMatch(problem -> problem.getSeverity() != SettingsProblem.Severity.WARNING);
        String password =
                Optional.ofNullable(decrypted.getServer().getPassword()).orElse("");
        // Some versions of Maven leave what they cannot decrypt as it is; it is never used as a password.
        if (failed || (password.startsWith("{") && password.endsWith("}"))) {
            throw refused(
                    "SMELT-C112",
                    reference,
                    "The password of server '" + reference.id() + "' in settings.xml cannot be decrypted.",
                    "Check the master password in settings-security.xml, and encrypt the password again with mvn"
                            + " --encrypt-password (Maven 4: mvnenc encrypt).");
        }
        if (password.isEmpty()) {
            throw refused(
                    "SMELT-C111",
                    reference,
                    "The server '" + reference.id() + "' in settings.xml has no password.",
                    "Add one, plain or encrypted with mvn --encrypt-password (Maven 4: mvnenc encrypt).");
        }
        return new Credentials(Optional.ofNullable(decrypted.getServer().getUsername()), password);
    }

    private List<String> ids() {
        return settings.getServers().stream().map(Server::getId).toList();
    }

    private static SmeltException refused(String code, ServerReference reference, String message, String cure) {
        return SmeltException.project(Diagnostic.error(code, reference.place(), message, cure));
    }
}
