package dev.pawl.provider.anthropic;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Item;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Address;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.ProviderSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Anthropic's Messages API. What comes first in every request is marked for its cache.
public final class AnthropicDialect implements Dialect {
    public static final String VERSION = "2023-06-01";
    private static final int LONGEST_ANSWER = 32_000;

    private final Address address;

    public AnthropicDialect(ProviderSettings.Endpoint endpoint) {
        address = new Address(endpoint, "/messages");
    }

    @Override
    public Request request(Prompt prompt) {
        var headers = new LinkedHashMap<>(Map.of("anthropic-version", VERSION));
        if (!address.key().isEmpty()) headers.put("x-api-key", address.key());
        return new Request(
                address.url(), address.headers(prompt, headers), body(prompt).write());
    }

    public static Json body(Prompt prompt) {
        var body = new LinkedHashMap<String, Json>();
        body.put("model", Json.of(prompt.model()));
        body.put("max_tokens", Json.of(LONGEST_ANSWER));
        body.put("stream", Json.of(true));
        var messages = new AnthropicMessages(system(prompt));
        var said = messages.of(prompt.input());
        if (!messages.system().isEmpty()) body.put("system", messages.system().asJson());
        body.put("messages", said);
        if (!prompt.tools().isEmpty()) {
            body.put("tools", tools(prompt.tools()));
            body.put("tool_choice", Json.object().with("type", "auto"));
        } else if (!called(prompt).isEmpty()) {
            body.put("tools", new Json.Arr(called(prompt)));
            body.put("tool_choice", Json.object().with("type", "none"));
        }
        AnthropicThinking.of(prompt).forEach(body::put);
        return new Json.Obj(body);
    }

    private static String system(Prompt prompt) {
        var schema = prompt.manner().schema();
        if (schema.isEmpty()) return prompt.instructions();
        return prompt.instructions()
                + "\n\nYour last message must be one JSON value and nothing else, without a code fence. It must match"
                + " this JSON schema: " + schema;
    }

    /// A history with calls needs tools, also where none may be called now.
    private static List<Json> called(Prompt prompt) {
        return prompt.input().stream()
                .filter(Item.ToolCall.class::isInstance)
                .map(item -> ((Item.ToolCall) item).tool())
                .distinct()
                .<Json>map(name -> Json.object()
                        .with("name", name)
                        .with("input_schema", Json.object().with("type", "object")))
                .toList();
    }

    private static Json tools(List<ToolSpec> tools) {
        var specs = new ArrayList<Json>(tools.size());
        for (var tool : tools) {
            specs.add(Json.object()
                    .with("name", tool.name())
                    .with("description", tool.description())
                    .with("input_schema", FunctionForm.parameters(tool)));
        }
        return new Json.Arr(specs);
    }

    @Override
    public Reader reader(Prompt prompt) {
        return new AnthropicReader();
    }

    @Override
    public ModelFailure refusal(Request request, HttpHead head, String body) {
        return AnthropicErrors.refusal(request, head, body);
    }
}
