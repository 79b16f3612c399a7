package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void aRefusedKeyIsNotTriedAgain() {
        var refused = new ModelFailure(Kind.UNAUTHORIZED, "bad key", 401, Duration.ZERO);
        assertThat(Backoff.DEFAULT.allows(1, refused)).isFalse();
    }

    @Test
    void whatAnAnswerItselfSaysOfTheKeyIsNotTriedAgain() {
        assertThat(Backoff.DEFAULT.allows(1, new ModelFailure(Kind.UNAUTHORIZED, "expired")))
                .isFalse();
        assertThat(Backoff.DEFAULT.allows(1, new ModelFailure(Kind.STREAM, "cut")))
                .isTrue();
    }
}
