package dev.pawl.doorbell;

import dev.pawl.id.AgentId;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The body of a wakeup: `{"agent_id":"…"}`. What others add to it is skipped.
final class WakeupBody {
    /// Nobody who means it well sends more.
    private static final int LONGEST = 4096;

    private static final JsonFactory JSON = new JsonFactory();

    private WakeupBody() {}

    static byte[] of(AgentId agent) {
        var bytes = new ByteArrayOutputStream(64);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("agent_id", agent.value());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    static Optional<AgentId> read(byte[] body) {
        if (body.length > LONGEST) return Optional.empty();
        try (var json = JSON.createParser(ObjectReadContext.empty(), body)) {
            return json.nextToken() == JsonToken.START_OBJECT ? agent(json) : Optional.empty();
        } catch (JacksonException | IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static Optional<AgentId> agent(JsonParser json) {
        Optional<AgentId> found = Optional.empty();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            var named = json.currentName().equals("agent_id");
            var value = json.nextToken();
            if (named && value == JsonToken.VALUE_STRING) found = Optional.of(new AgentId(json.getString()));
            else json.skipChildren();
        }
        return found;
    }
}
