package dev.pawl.worker.duty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DutyTest {
    @Test
    void aDutyThatFailsSaysSoAndIsDoneAgain() {
        var duty = new Duty("test");
        assertThat(duty.attempt(() -> {
                    throw new IllegalStateException("broken");
                }))
                .isFalse();
        assertThat(duty.attempt(() -> {})).isTrue();
    }
}
