package dev.pawl.provider.responses;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.ToolSpec;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Address;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// OpenAI's Responses API, as Codex speaks it: the whole history each time, nothing kept by the
/// server, the base instructions as the first developer message.
public final class ResponsesDialect implements Dialect {
    private final Address address;

    public ResponsesDialect(ProviderSettings.Endpoint endpoint) {
        address = new Address(endpoint, "/responses");
    }

    @Override
    public Request request(Prompt prompt) {
        return new Request(
                address.url(),
                address.headers(prompt, address.bearer()),
                body(prompt).write());
    }

    public static Json body(Prompt prompt) {
        var body = new LinkedHashMap<String, Json>();
        body.put("model", Json.of(prompt.model()));
        var input = new ArrayList<Json>(prompt.input().size() + 1);
        if (!prompt.instructions().isEmpty()) input.add(ResponseItems.developer(prompt.instructions()));
        input.addAll(ResponseItems.write(prompt.input()));
        body.put("input", new Json.Arr(input));
        if (!prompt.tools().isEmpty()) body.put("tools", tools(prompt.tools()));
        body.put("tool_choice", Json.of("auto"));
        body.put("parallel_tool_calls", Json.of(true));
        var reasoning = reasoning(prompt.manner());
        if (!reasoning.fields().isEmpty()) body.put("reasoning", reasoning);
        body.put("store", Json.of(false));
        body.put("stream", Json.of(true));
        body.put("include", Json.strings(List.of("reasoning.encrypted_content")));
        body.put("prompt_cache_key", Json.of(prompt.thread().value()));
        var text = text(prompt.manner());
        if (!text.fields().isEmpty()) body.put("text", text);
        return new Json.Obj(body);
    }

    private static Json tools(List<ToolSpec> tools) {
        var specs = new ArrayList<Json>(tools.size());
        for (var tool : tools) {
            specs.add(
                    switch (tool) {
                        case ToolSpec.Function(var name, var description, var parameters) ->
                            Json.object()
                                    .with("type", "function")
                                    .with("name", name)
                                    .with("description", description)
                                    .with("strict", Json.of(false))
                                    .with("parameters", Json.parse(parameters));
                        case ToolSpec.Freeform(var name, var description, var syntax, var definition, var _) ->
                            Json.object()
                                    .with("type", "custom")
                                    .with("name", name)
                                    .with("description", description)
                                    .with(
                                            "format",
                                            Json.object()
                                                    .with("type", "grammar")
                                                    .with("syntax", syntax)
                                                    .with("definition", definition));
                    });
        }
        return new Json.Arr(specs);
    }

    private static Json.Obj reasoning(Prompt.ResponseOptions manner) {
        var reasoning = Json.object();
        if (!manner.effort().isEmpty()) reasoning = reasoning.with("effort", manner.effort());
        if (!manner.summary().isEmpty() && !manner.summary().equals("none")) {
            reasoning = reasoning.with("summary", manner.summary());
        }
        return reasoning;
    }

    private static Json.Obj text(Prompt.ResponseOptions manner) {
        var text = Json.object();
        if (!manner.verbosity().isEmpty()) text = text.with("verbosity", manner.verbosity());
        if (manner.schema().isEmpty()) return text;
        return text.with(
                "format",
                Json.object()
                        .with("type", "json_schema")
                        .with("strict", Json.of(true))
                        .with("schema", Json.parse(manner.schema()))
                        .with("name", "codex_output_schema"));
    }

    @Override
    public Reader reader(Prompt prompt) {
        return new ResponsesReader();
    }

    @Override
    public ModelFailure refusal(Request request, HttpHead head, String body) {
        return OpenAiErrors.refusal(request, head, body);
    }
}
