package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure.Kind;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void aRefusedKeyFailsWithinTenSeconds() {
        var refused = new ModelFailure(Kind.UNAUTHORIZED, "bad key", 401, Duration.ZERO);
        var waits = IntStream.rangeClosed(1, Backoff.DEFAULT.most())
                .mapToObj(attempt -> Backoff.DEFAULT.before(attempt, refused))
                .reduce(Duration.ZERO, Duration::plus);

        assertThat(Backoff.DEFAULT.allows(1, refused)).isTrue();
        assertThat(waits).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void whatAnAnswerItselfSaysOfTheKeyIsNotTriedAgain() {
        assertThat(Backoff.DEFAULT.allows(1, new ModelFailure(Kind.UNAUTHORIZED, "expired")))
                .isFalse();
        assertThat(Backoff.DEFAULT.allows(1, new ModelFailure(Kind.STREAM, "cut")))
                .isTrue();
    }
}
