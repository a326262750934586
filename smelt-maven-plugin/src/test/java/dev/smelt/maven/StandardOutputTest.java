package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.maven.logging.StreamLikeThatOfMaven4;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

    private final PrintStream captured = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    private final PrintStream log = new StreamLikeThatOfMaven4(captured);

    @Test
    void a_stream_of_somebody_else_is_left_in_its_place() {
        StandardOutput output = new StandardOutput(captured, false);

        assertThat(output.forReports()).isSameAs(captured);
        assertThat(output.pastTheLog()).isEmpty();
    }

    @Test
    void a_report_goes_past_the_log_that_took_the_place_of_standard_output() {
        StandardOutput output = new StandardOutput(log, false);

        assertThat(output.forReports()).isNotSameAs(log);
        assertThat(output.pastTheLog()).isPresent();
    }

    @Test
    void what_should_go_to_a_file_goes_through_the_log_that_leads_there() {
        StandardOutput output = new StandardOutput(log, true);

        assertThat(output.forReports()).isSameAs(log);
        assertThat(output.pastTheLog()).isEmpty();
    }
}
