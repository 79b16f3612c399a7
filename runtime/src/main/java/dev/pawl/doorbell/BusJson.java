package dev.pawl.doorbell;

import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes one JSON object, in the order of the calls.
final class BusJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;

    private BusJson(JsonGenerator json) {
        this.json = json;
    }

    static String object(Consumer<BusJson> fields) {
        var text = new StringWriter();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.accept(new BusJson(json));
            json.writeEndObject();
        }
        return text.toString();
    }

    BusJson with(String name, String value) {
        json.writeStringProperty(name, value);
        return this;
    }

    BusJson with(String name, long value) {
        json.writeNumberProperty(name, value);
        return this;
    }

    BusJson with(String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        for (var value : values) json.writeString(value);
        json.writeEndArray();
        return this;
    }

    BusJson with(String name, Consumer<BusJson> fields) {
        json.writeObjectPropertyStart(name);
        fields.accept(this);
        json.writeEndObject();
        return this;
    }
}
