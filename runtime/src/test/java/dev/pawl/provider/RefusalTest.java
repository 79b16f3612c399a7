package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.Proxies;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What statuses mean, and what is tried again before an answer begins.
class RefusalTest {
    private static final String CAPACITY = "Selected model is at capacity. Please try a different model.";

    private final List<Duration> pauses = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            400 | {"error":{"message":"no"}} | BAD_REQUEST | 1 | {"error":{"message":"no"}}
            400 | {"error":{"code":"context_length_exceeded"}} | CONTEXT_OVERFLOW | 1 | \
            Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.
            401 | {"error":{"message":"bad key","code":"invalid_api_key"}} | UNAUTHORIZED | 1 | unexpected status 401 Unauthorized: bad key, url: URL
            402 | pay | QUOTA | 1 | Quota exceeded. Check your plan and billing details. The provider says: pay
            403 | {"error":"no entry"} | UNAUTHORIZED | 1 | unexpected status 403 Forbidden: no entry, url: URL
            404 | '' | BAD_REQUEST | 1 | unexpected status 404 Not Found: Unknown error, url: URL
            408 | slow | SERVER | 1 | unexpected status 408 Request Timeout: slow, url: URL
            418 | tea | BAD_REQUEST | 1 | unexpected status 418 Whatever: tea, url: URL
            429 | {"error":{"message":"Rate limit reached"}} | RATE_LIMIT | 1 | exceeded retry limit, last status: 429 Too Many Requests; the provider says: Rate limit reached
            429 | {"error":{"type":"usage_limit_reached"}} | QUOTA | 1 | You’ve hit your usage limit. Try again later.
            429 | {"error":{"type":"insufficient_quota"}} | QUOTA | 1 | Quota exceeded. Check your plan and billing details.
            500 | oops | SERVER | 3 | We’re currently experiencing high demand, which may cause temporary errors. The provider says: oops
            502 | <html> | SERVER | 3 | unexpected status 502 Bad Gateway: <html>, url: URL
            503 | {"error":{"code":"slow_down"}} | OVERLOADED | 3 | Selected model is at capacity. Please try a different model.
            503 | busy | SERVER | 3 | unexpected status 503 Service Unavailable: busy, url: URL
            """)
    void aStatusHasItsMeaning(int status, String body, Kind kind, int requests, String text) throws Exception {
        try (var server = new WireServer(stage -> stage.refuse(status, Map.of(), body))) {
            var heard = ask(server);

            assertThat(heard.broken().kind()).isEqualTo(kind);
            assertThat(heard.broken()).hasMessage(text.replace("URL", server.baseUrl() + "/responses"));
            assertThat(heard.broken().status()).isEqualTo(status);
            assertThat(server.received()).hasSize(requests);
        }
    }

    @Test
    void theServersWishToWaitIsKept() throws Exception {
        assertThat(waitAskedBy(Map.of("retry-after", "2"), "{}")).isEqualTo(Duration.ofSeconds(2));
        assertThat(waitAskedBy(Map.of("Retry-After", "0.25"), "{}")).isEqualTo(Duration.ofMillis(250));
        assertThat(waitAskedBy(Map.of("retry-after-ms", "70", "retry-after", "9"), "{}"))
                .isEqualTo(Duration.ofMillis(70));
        assertThat(waitAskedBy(
                        Map.of(
                                "date", "Sun, 15 Nov 2026 10:00:00 GMT",
                                "retry-after", "Sun, 15 Nov 2026 10:00:07 GMT"),
                        "{}"))
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(waitAskedBy(Map.of("retry-after", "soon"), "{}")).isZero();
        assertThat(waitAskedBy(Map.of(), "{\"error\":{\"message\":\"try again in 1.5s\"}}"))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(waitAskedBy(Map.of("retry-after", "999999999999"), "{}")).isEqualTo(Duration.ofHours(24));
    }

    private Duration waitAskedBy(Map<String, String> headers, String body) throws IOException, InterruptedException {
        try (var server = new WireServer(stage -> stage.refuse(429, headers, body))) {
            return ask(server).broken().retryAfter();
        }
    }

    @Test
    void requestIdsAreTold() throws Exception {
        try (var server = new WireServer(stage -> stage.refuse(
                409, Map.of("cf-ray", "ray", "x-request-id", "req"), "{\"error\":{\"message\":\"conflict\"}}"))) {
            assertThat(ask(server).broken())
                    .hasMessage("unexpected status 409 Whatever: conflict, url: " + server.baseUrl()
                            + "/responses, cf-ray: ray, request id: req");
        }
    }

    @Test
    void aServerThatRecoversIsNotAFailure() throws Exception {
        try (var server = new WireServer(
                stage -> stage.refuse(500, Map.of(), ""),
                stage -> stage.refuse(503, Map.of("retry-after", "3"), ""),
                stage ->
                        stage.begin().chunk(Sse.message("back") + Sse.COMPLETED).end())) {
            assertThat(ask(server).items()).hasSize(1);
            assertThat(pauses).hasSize(2);
            assertThat(pauses.getFirst()).isBetween(Duration.ZERO, Duration.ofMillis(2));
            assertThat(pauses.getLast()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void pausesDouble() throws Exception {
        var patience = new ProviderSettings.RetryPolicy(8, 0, Duration.ofSeconds(20), Duration.ofMillis(200));
        try (var server = new WireServer(stage -> stage.refuse(500, Map.of(), ""));
                var model = Providers.open(
                        Asking.settings(WireApi.RESPONSES, server).with(patience), pauses::add)) {
            assertThat(Asking.ask(model, Asking.hello()).broken().kind()).isEqualTo(Kind.SERVER);
        }

        assertThat(pauses).hasSize(8);
        for (var i = 0; i < 8; i++) {
            var usual = Math.min(30_000, 200L << i);
            assertThat(pauses.get(i).toMillis()).isBetween(usual * 9 / 10 - 1, usual * 11 / 10);
        }
    }

    @Test
    void aConnectionThatBreaksBeforeTheAnswerIsTriedAgain() throws Exception {
        try (var server = new WireServer(
                WireServer.Stage::reset,
                WireServer.Stage::hangUp,
                stage -> stage.begin()
                        .chunk(Sse.message("there") + Sse.COMPLETED)
                        .end())) {
            assertThat(ask(server).items()).hasSize(1);
            assertThat(pauses).hasSize(2);
        }
    }

    @Test
    void nobodyThereIsSaidWithTheAddress() throws Exception {
        var server = new WireServer(WireServer.Stage::hangUp);
        server.close();

        var failure = ask(server).broken();

        assertThat(failure.kind()).isEqualTo(Kind.CONNECTION);
        assertThat(failure)
                .hasMessageStartingWith("stream disconnected before completion: error sending request ("
                        + server.baseUrl() + "/responses: ");
        assertThat(pauses).as("the step says so, and asks again itself").isEmpty();
    }

    @Test
    void whatIsNoHttpIsNoAnswer() throws Exception {
        try (var server = new WireServer(stage -> {
            stage.raw("SSH-2.0-OpenSSH_9.2\r\n\r\n");
            stage.hangUp();
        })) {
            assertThat(ask(server).broken().kind()).isEqualTo(Kind.CONNECTION);
        }
    }

    @Test
    void aRefusalThatIsCutIsStillARefusal() throws Exception {
        try (var server = new WireServer(stage -> {
            stage.raw("HTTP/1.1 401 Unauthorized\r\ncontent-length: 100\r\n\r\nhalf");
            stage.hangUp();
        })) {
            assertThat(ask(server).broken()).hasMessageContaining("401 Unauthorized: half");
        }
    }

    @Test
    void theQueryIsNotShown() throws Exception {
        try (var server = new WireServer(stage -> stage.refuse(503, Map.of(), CAPACITY))) {
            var endpoint = new ProviderSettings.Endpoint(
                    server.baseUrl() + "/",
                    ApiKey.NONE,
                    Map.of(),
                    Map.of("api key", "s&cret", "api-version", "1"),
                    Proxies.NONE);
            var settings = new ProviderSettings("az", "Azure", WireApi.RESPONSES, endpoint, Asking.SHORT);
            try (var model = Providers.open(settings, pauses::add)) {
                assertThat(Asking.ask(model, Asking.hello()).broken()).hasMessageNotContaining("cret");
            }
            assertThat(server.received().getFirst().path()).isEqualTo("/v1/responses?api+key=s%26cret&api-version=1");
            assertThat(server.received().getFirst().headers()).doesNotContainKey("authorization");
        }
    }

    private Asking.Heard ask(WireServer server) throws InterruptedException {
        try (var model = Providers.open(Asking.settings(WireApi.RESPONSES, server), pauses::add)) {
            return Asking.ask(model, Asking.hello());
        }
    }
}
