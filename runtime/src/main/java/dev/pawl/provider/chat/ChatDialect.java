package dev.pawl.provider.chat;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.ToolSpec;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Address;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Chat Completions. Many servers speak it, none quite alike: only what all of them take is sent.
public final class ChatDialect implements Dialect {
    private final Address address;

    public ChatDialect(ProviderSettings.Endpoint endpoint) {
        address = new Address(endpoint, "/chat/completions");
    }

    @Override
    public Request request(Prompt prompt) {
        return new Request(
                address.url(),
                address.headers(prompt, address.bearer()),
                body(prompt).write());
    }

    Json body(Prompt prompt) {
        var body = new LinkedHashMap<String, Json>();
        body.put("model", Json.of(prompt.model()));
        body.put("messages", new Json.Arr(new ChatMessages(prompt.instructions(), seals(prompt)).of(prompt.input())));
        if (!prompt.tools().isEmpty()) {
            body.put("tools", tools(prompt.tools()));
            body.put("tool_choice", Json.of("auto"));
        }
        body.put("stream", Json.of(true));
        body.put("stream_options", Json.object().with("include_usage", Json.of(true)));
        var manner = prompt.manner();
        if (!manner.effort().isEmpty()) body.put("reasoning_effort", Json.of(manner.effort()));
        if (!manner.verbosity().isEmpty()) body.put("verbosity", Json.of(manner.verbosity()));
        if (!manner.schema().isEmpty()) body.put("response_format", format(manner.schema()));
        return new Json.Obj(body);
    }

    private static Json tools(List<ToolSpec> tools) {
        var specs = new ArrayList<Json>(tools.size());
        for (var tool : tools) {
            specs.add(Json.object()
                    .with("type", "function")
                    .with(
                            "function",
                            Json.object()
                                    .with("name", tool.name())
                                    .with("description", tool.description())
                                    .with("parameters", FunctionForm.parameters(tool))));
        }
        return new Json.Arr(specs);
    }

    private static Json format(String schema) {
        return Json.object()
                .with("type", "json_schema")
                .with(
                        "json_schema",
                        Json.object()
                                .with("name", "codex_output_schema")
                                .with("strict", Json.of(true))
                                .with("schema", Json.parse(schema)));
    }

    private ChatSeals seals(Prompt prompt) {
        return ChatSeals.of(address.url(), prompt);
    }

    @Override
    public Reader reader(Prompt prompt) {
        return new ChatReader(seals(prompt));
    }

    @Override
    public ModelFailure refusal(Request request, HttpHead head, String body) {
        return OpenAiErrors.refusal(request, head, body);
    }
}
