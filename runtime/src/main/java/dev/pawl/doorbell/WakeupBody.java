package dev.pawl.doorbell;

import dev.pawl.id.AgentId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The body of a wakeup: `{"agent_id":"…"}`. What others add to it is skipped.
final class WakeupBody {
    /// Nobody who means it well sends more.
    private static final int LONGEST = 4096;

    private WakeupBody() {}

    static byte[] of(AgentId agent) {
        return Json.object().with("agent_id", agent.value()).write().getBytes(StandardCharsets.UTF_8);
    }

    static Optional<AgentId> read(byte[] body) {
        if (body.length > LONGEST) return Optional.empty();
        try {
            return Json.parse(new String(body, StandardCharsets.UTF_8))
                    .at("agent_id")
                    .text()
                    .map(AgentId::new);
        } catch (BadJson | IllegalArgumentException broken) {
            return Optional.empty();
        }
    }
}
