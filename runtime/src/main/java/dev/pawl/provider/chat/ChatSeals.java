package dev.pawl.provider.chat;

import dev.pawl.agent.Prompt;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Sealed;
import java.net.URI;

/// What of a chat's answer goes back as it came, and to whom: to the server it came from, or to the
/// same model elsewhere. Another server may refuse what it has no word for.
public record ChatSeals(String host, String model) {
    static final String REASONING = "chat_reasoning";
    static final String MESSAGE = "chat_message";
    static final String CALL = "chat_call";

    static ChatSeals of(URI url, Prompt prompt) {
        return new ChatSeals(String.valueOf(url.getHost()), prompt.model());
    }

    /// Names this server and model in a seal.
    String from() {
        return host + " " + model;
    }

    /// The seal if it may be sent there, else nothing.
    Json open(String sealed, String type) {
        var json = Sealed.open(sealed, type);
        var from = json.text("from", "");
        var space = from.indexOf(' ');
        if (space < 0) return new Json.Null();
        return from.substring(0, space).equals(host)
                        || from.substring(space + 1).equals(model)
                ? json
                : new Json.Null();
    }

    /// Whether the server refuses a call without the thoughts before it, be they empty.
    boolean wantsThoughts() {
        return host.endsWith("deepseek.com") || host.contains("moonshot.") || host.endsWith("kimi.com");
    }
}
