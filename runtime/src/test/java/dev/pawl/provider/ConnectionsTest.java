package dev.pawl.provider;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.provider.dialect.WireApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Connections are used again where that is safe, and none is left behind.
class ConnectionsTest {
    private static final WireServer.Scene ANSWER = stage -> stage.whole(Sse.message("hi") + Sse.COMPLETED);

    @Test
    void completeAnswersShareAConnection() throws Exception {
        try (var server = new WireServer(ANSWER)) {
            try (var model = Asking.responses(server)) {
                for (var i = 0; i < 20; i++)
                    assertThat(Asking.ask(model, Asking.hello()).items()).hasSize(1);
                assertThat(server.received()).hasSize(20);
                assertThat(server.connections()).isEqualTo(1);
            }
            eventually("no connection is left", () -> server.openConnections() == 0);
        }
    }

    @Test
    void aConnectionTheServerGaveUpIsReplaced() throws Exception {
        var pauses = new ArrayList<Duration>();
        try (var server = new WireServer(stage -> {
                    ANSWER.play(stage);
                    stage.hangUp();
                });
                var model = Providers.open(Asking.settings(WireApi.RESPONSES, server), pauses::add)) {
            for (var i = 0; i < 20; i++)
                assertThat(Asking.ask(model, Asking.hello()).items()).hasSize(1);

            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void aServerThatWantsToCloseIsBelieved() throws Exception {
        try (var server = new WireServer(
                        stage -> stage.raw("HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n")
                                .chunk(Sse.COMPLETED)
                                .raw("0\r\n\r\n"));
                var model = Asking.responses(server)) {
            Asking.ask(model, Asking.hello());
            Asking.ask(model, Asking.hello());

            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aBrokenAnswersConnectionIsNotUsedAgain() throws Exception {
        try (var server = new WireServer(
                        stage -> stage.begin().chunk(Sse.failed("x", "y")).end(), ANSWER);
                var model = Asking.responses(server)) {
            assertThat(Asking.ask(model, Asking.hello()).broken()).isNotNull();
            assertThat(Asking.ask(model, Asking.hello()).items()).hasSize(1);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void manyThreadsAskOneModel() throws Exception {
        try (var server = new WireServer(ANSWER)) {
            try (var model = Asking.responses(server)) {
                var together = new CountDownLatch(1);
                var asking = new ArrayList<FutureTask<Asking.Heard>>();
                for (var i = 0; i < 32; i++) {
                    var task = new FutureTask<>(() -> {
                        together.await();
                        return Asking.ask(model, Asking.hello());
                    });
                    asking.add(task);
                    Thread.ofVirtual().start(task);
                }
                together.countDown();
                for (var task : asking) assertThat(task.get().items()).hasSize(1);
            }
            eventually("no connection is left", () -> server.openConnections() == 0);
        }
    }
}
