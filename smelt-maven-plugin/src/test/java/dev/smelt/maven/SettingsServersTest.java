package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Credentials;
import dev.smelt.model.ServerReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.cipher.PlexusCipher;
import org.sonatype.plexus.components.cipher.PlexusCipherException;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/** With Maven's own decrypter and a settings-security.xml as {@code mvn --encrypt-master-password} makes it. */
class SettingsServersTest {
    private static final String MASTER = "the master password";
    private static final String PASSWORD = "it's the {key}";

    @TempDir
    private Path directory;

    private final Settings settings = new Settings();
    private PlexusCipher cipher;

    @BeforeEach
    void writeTheMasterPassword() throws PlexusCipherException, IOException {
        cipher = new DefaultPlexusCipher();
        String master = cipher.encryptAndDecorate(MASTER, DefaultSecDispatcher.SYSTEM_PROPERTY_SEC_LOCATION);
        Files.writeString(security(), "<settingsSecurity><master>" + master + "</master></settingsSecurity>");
    }

    @Test
    void a_plain_password_is_taken_as_it_is() {
        server("lake", "ann", "it's plain");
        assertThat(credentials("lake")).isEqualTo(new Credentials(Optional.of("ann"), "it's plain"));
    }

    @Test
    void an_encrypted_password_is_decrypted() throws Exception {
        server("lake", null, cipher.encryptAndDecorate(PASSWORD, MASTER));
        assertThat(credentials("lake")).isEqualTo(new Credentials(Optional.empty(), PASSWORD));
        assertThat(settings.getServer("lake").getPassword())
                .as("the settings keep what is encrypted")
                .startsWith("{")
                .doesNotContain(PASSWORD);
    }

    @Test
    void an_unknown_server_is_refused_with_the_one_meant() {
        server("lake", null, PASSWORD);
        server("repository", "ann", "another");
        assertThat(refusal("laek"))
                .isEqualTo(
                        "smelt.yml:4:60: There is no server 'laek' in settings.xml. Did you mean 'lake'? Add it under"
                                + " 'servers' in settings.xml, or correct 'server_id'. [SMELT-C110]");
        assertThat(refusal("warehouse")).doesNotContain("Did you mean").contains("SMELT-C110");
    }

    @Test
    void an_encrypted_password_without_the_master_password_is_refused() throws Exception {
        String encrypted = cipher.encryptAndDecorate(PASSWORD, MASTER);
        server("lake", null, encrypted);
        Files.delete(security());
        assertThat(refusal("lake"))
                .startsWith(
                        "smelt.yml:4:60: The password of server 'lake' in settings.xml cannot be decrypted. Check the"
                                + " master password in settings-security.xml")
                .contains("SMELT-C112")
                .doesNotContain(encrypted)
                .doesNotContain(PASSWORD);
    }

    @Test
    void a_password_that_was_encrypted_under_another_master_password_is_refused() throws Exception {
        server("lake", null, cipher.encryptAndDecorate(PASSWORD, "another master"));
        assertThat(refusal("lake")).contains("SMELT-C112").doesNotContain(PASSWORD);
    }

    /** Maven takes whatever has braces for encrypted: such a password has to be encrypted, as above. */
    @Test
    void what_only_looks_encrypted_is_refused_and_never_taken_for_a_password() {
        server("lake", null, "{not really}");
        assertThat(refusal("lake")).contains("SMELT-C112").doesNotContain("not really");
    }

    @Test
    void a_server_without_a_password_is_refused() {
        server("lake", "ann", null);
        server("empty", "ann", "");
        assertThat(refusal("lake"))
                .startsWith("smelt.yml:4:60: The server 'lake' in settings.xml has no password. Add one")
                .contains("SMELT-C111");
        assertThat(refusal("empty")).contains("SMELT-C111");
    }

    private void server(String id, String username, String password) {
        Server server = new Server();
        server.setId(id);
        server.setUsername(username);
        server.setPassword(password);
        settings.addServer(server);
    }

    private Credentials credentials(String id) {
        DefaultSecDispatcher dispatcher =
                new DefaultSecDispatcher(cipher, Map.of(), security().toString());
        return new SettingsServers(settings, new DefaultSettingsDecrypter(dispatcher))
                .of(new ServerReference(id, new Place("smelt.yml", 4, 60)));
    }

    private String refusal(String id) {
        return catchThrowableOfType(SmeltException.class, () -> credentials(id)).getMessage();
    }

    private Path security() {
        return directory.resolve("settings-security.xml");
    }
}
