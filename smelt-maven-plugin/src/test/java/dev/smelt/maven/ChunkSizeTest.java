package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChunkSizeTest {

    @Test
    void is_derived_unless_given() {
        assertThat(ChunkSize.of(Optional.empty(), false)).isEmpty();
        assertThat(ChunkSize.of(Optional.of(7), false)).contains(7);
        assertThat(ChunkSize.of(Optional.empty(), true)).contains(1);
    }

    @Test
    void refuses_sizes_that_cannot_be() {
        assertThatThrownBy(() -> ChunkSize.of(Optional.of(0), false)).hasMessageContaining("smelt.chunkSize is 0");
        assertThatThrownBy(() -> ChunkSize.of(Optional.of(7), true)).hasMessageContaining("contradict");
    }
}
