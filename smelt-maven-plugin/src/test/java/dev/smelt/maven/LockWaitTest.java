package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LockWaitTest {

    @Test
    void counts_seconds() {
        assertThat(LockWait.of(0)).isEqualTo(Duration.ZERO);
        assertThat(LockWait.of(60)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void refuses_to_wait_backward() {
        assertThatThrownBy(() -> LockWait.of(-1)).hasMessageContaining("smelt.lockWait is -1");
    }
}
