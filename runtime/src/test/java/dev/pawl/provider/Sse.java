package dev.pawl.provider;

import dev.pawl.json.Json;

/// Events of the Responses API as a server sends them.
final class Sse {
    static final String COMPLETED = event("{\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"usage\":"
            + "{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":4,\"cache_write_tokens\":2},"
            + "\"output_tokens\":5,\"output_tokens_details\":{\"reasoning_tokens\":3},\"total_tokens\":15}}}");

    private Sse() {}

    static String event(String json) {
        return "event: " + Json.parse(json).text("type") + "\ndata: " + json + "\n\n";
    }

    static String delta(String text) {
        return event(Json.object()
                .with("type", "response.output_text.delta")
                .with("item_id", "msg_1")
                .with("delta", text)
                .write());
    }

    static String began(String type) {
        return event("{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"" + type
                + "\",\"id\":\"msg_1\",\"role\":\"assistant\",\"content\":[]}}");
    }

    static String message(String text) {
        return done(
                "{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":"
                        + Json.of(text).write() + "}]}");
    }

    static String done(String item) {
        return event("{\"type\":\"response.output_item.done\",\"item\":" + item + "}");
    }

    static String failed(String code, String message) {
        return event(Json.object()
                .with("type", "response.failed")
                .with(
                        "response",
                        Json.object()
                                .with("error", Json.object().with("code", code).with("message", message)))
                .write());
    }
}
