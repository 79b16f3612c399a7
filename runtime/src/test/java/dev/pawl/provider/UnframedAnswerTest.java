package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.provider.dialect.WireApi;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that came without the frame of a stream.
class UnframedAnswerTest {
    private static final String CHUNK =
            "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi.\"},\"finish_reason\":null}]}";
    private static final String END = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";

    private static Asking.Heard hear(String type, String body) throws Exception {
        try (var server = new WireServer(stage -> stage.refuse(200, Map.of("content-type", type), body));
                var model = Providers.open(Asking.settings(WireApi.CHAT, server))) {
            return Asking.ask(model, Asking.hello());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "text/event-stream", "text/plain"})
    void aListOrLinesOfEventsAreRead(String type) throws Exception {
        for (var body : new String[] {
            CHUNK + "\n" + END + "\n",
            CHUNK + "\r\n\r\n" + END,
            "[" + CHUNK + ",\n" + END + "]",
            "\n " + CHUNK + "\n" + END + "\n[DONE]"
        }) {
            assertThat(hear(type, body).items()).containsExactly(new Item.AgentMessage("Hi."));
        }
    }

    @Test
    void anAnswerThatWasCutIsTriedAgain() throws Exception {
        assertThat(hear("application/json", "{\"choices\":[{\"index\":0,\"mess")
                        .broken()
                        .kind())
                .isEqualTo(Kind.STREAM);
        assertThat(hear("application/json", "[" + CHUNK).broken().kind()).isEqualTo(Kind.STREAM);
    }

    @Test
    void anErrorInThePlaceOfAnAnswerIsOne() throws Exception {
        var refused = hear("application/json", "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"no\"}}");
        assertThat(refused.broken().kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(refused.broken()).hasMessage("no");
        assertThat(hear("application/json", "[{\"error\":{\"code\":401,\"message\":\"key\"}}]")
                        .broken()
                        .kind())
                .isEqualTo(Kind.UNAUTHORIZED);
    }
}
