package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelFailure;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A person who interrupts does not wait, and nothing is left behind.
@Timeout(20)
class CallingOffTest {
    enum Kind {
        PLATFORM,
        VIRTUAL;

        Thread start(Runnable task) {
            return switch (this) {
                case PLATFORM -> Thread.ofPlatform().start(task);
                case VIRTUAL -> Thread.ofVirtual().start(task);
            };
        }
    }

    private final CountDownLatch left = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);

    @ParameterizedTest
    @EnumSource
    void anInterruptEndsTheWaitForTheNextEvent(Kind kind) throws Exception {
        try (var server = new WireServer(this::halfAnAnswer);
                var model = Asking.responses(server)) {
            var said = new CountDownLatch(1);
            var reading = new FutureTask<>(() -> {
                try (var answering = model.ask(Asking.hello())) {
                    answering.next();
                    said.countDown();
                    return answering.next();
                }
            });
            var thread = kind.start(reading);
            said.await();
            thread.interrupt();

            assertStopped(reading);
            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptEndsTheWaitForTheAnswerToBegin(Kind kind) throws Exception {
        try (var server = new WireServer(stage -> {
                    asked.countDown();
                    stage.awaitClose();
                    left.countDown();
                });
                var model = Asking.responses(server)) {
            var asking = new FutureTask<>(() -> model.ask(Asking.hello()));
            var thread = kind.start(asking);
            asked.await();
            thread.interrupt();

            assertStopped(asking);
            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anInterruptEndsThePauseBetweenTwoTries() throws Exception {
        var pausing = new CountDownLatch(1);
        try (var server = new WireServer(WireServer.Stage::hangUp);
                var model = Providers.open(Asking.settings(WireApi.RESPONSES, server), _ -> {
                    pausing.countDown();
                    RetryPause.PARKED.last(Duration.ofDays(1));
                })) {
            var asking = new FutureTask<>(() -> model.ask(Asking.hello()));
            var thread = Thread.ofPlatform().start(asking);
            pausing.await();
            thread.interrupt();

            assertStopped(asking);
        }
    }

    @Test
    void aThreadThatIsInterruptedAlreadyAsksNothing() throws Exception {
        try (var server = new WireServer(this::halfAnAnswer);
                var model = Asking.responses(server)) {
            var asking = new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                return model.ask(Asking.hello());
            });
            Thread.ofPlatform().start(asking);

            assertStopped(asking);
            assertThat(server.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingTheAnswerFreesItsReader(Kind kind) throws Exception {
        try (var server = new WireServer(this::halfAnAnswer);
                var model = Asking.responses(server)) {
            var answering = model.ask(Asking.hello());
            answering.next();
            var reading = new FutureTask<>(answering::next);
            kind.start(reading);
            answering.close();
            answering.close();

            assertThatThrownBy(() -> reading.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ModelFailure.class);
            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void closingTheModelCutsItsAnswers() throws Exception {
        try (var server = new WireServer(this::halfAnAnswer)) {
            var model = Asking.responses(server);
            var answering = model.ask(Asking.hello());
            answering.next();
            model.close();

            assertThatThrownBy(answering::next).isInstanceOf(ModelFailure.class);
            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> model.ask(Asking.hello())).isInstanceOf(ModelFailure.class);
        }
    }

    @Test
    void closingAnAnswerNobodyReadsHangsUp() throws Exception {
        try (var server = new WireServer(this::halfAnAnswer);
                var model = Asking.responses(server)) {
            try (Model.ResponseStream answering = model.ask(Asking.hello())) {
                assertThat(answering.next()).isNotNull();
            }

            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void halfAnAnswer(WireServer.Stage stage) throws IOException {
        stage.begin().chunk(Sse.delta("x"));
        stage.awaitClose();
        left.countDown();
    }

    private static void assertStopped(FutureTask<?> task) {
        Callable<?> waiting = () -> task.get(5, TimeUnit.SECONDS);
        assertThatThrownBy(waiting::call)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }
}
