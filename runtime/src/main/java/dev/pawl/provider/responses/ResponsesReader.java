package dev.pawl.provider.responses;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Counts;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderError;
import dev.pawl.provider.dialect.Utterance;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/// Reads an answer of the Responses API. An event that cannot be read is skipped, as Codex does:
/// a stream that lost something that matters has no `response.completed` either.
final class ResponsesReader implements Dialect.Reader {
    private String current = ""; // the item that deltas without a name belong to
    private final Map<String, Utterance> messages = new HashMap<>();
    private boolean told;

    @Override
    public void read(ServerSentEvents.Event event, Queue<ModelEvent> out) {
        if (saysNothing(event.name())) return;
        try {
            var json = Json.parse(event.data());
            read(json.text("type", event.name()), json, out);
        } catch (BadJson skipped) {
            // see above
        }
    }

    /// Events whose content comes again in the finished item, by the far most numerous.
    private static boolean saysNothing(String name) {
        return switch (name) {
            case "response.function_call_arguments.delta",
                    "response.function_call_arguments.done",
                    "response.custom_tool_call_input.delta",
                    "response.custom_tool_call_input.done",
                    "response.content_part.added",
                    "response.content_part.done",
                    "response.output_text.done",
                    "response.reasoning_summary_text.done",
                    "response.reasoning_summary_part.added",
                    "response.reasoning_summary_part.done",
                    "response.created",
                    "response.in_progress" -> true;
            default -> false;
        };
    }

    private void read(String type, Json json, Queue<ModelEvent> out) {
        switch (type) {
            case "response.output_item.added" -> began(json.at("item"), out);
            case "response.output_text.delta", "response.refusal.delta" ->
                message(item(json)).add(json.text("delta"), out);
            case "response.reasoning_summary_text.delta" ->
                out.add(new ReasoningDelta(item(json), part(json, "summary_index"), json.text("delta")));
            case "response.reasoning_text.delta" ->
                out.add(new ReasoningDelta(item(json), part(json, "content_index"), json.text("delta")));
            case "response.output_item.done" -> done(json.at("item"), out);
            case "response.completed" -> completed(json.at("response"), out);
            case "response.failed" -> throw failed(json.at("response"));
            case "error" -> throw OpenAiErrors.told(ProviderError.of(json));
            case "response.incomplete" -> throw incomplete(json.at("response"));
            default -> {
                if (json.at("error") instanceof Json.Obj) throw OpenAiErrors.told(ProviderError.of(json));
            }
        }
    }

    private void began(Json item, Queue<ModelEvent> out) {
        current = name(item);
        var type = item.text("type");
        // A message is announced with its first word: it may turn out to have none.
        if (type.equals("message")) messages.put(current, new Utterance(current, item.text("phase", "")));
        else out.add(new ItemBegan(current, type));
    }

    private Utterance message(String id) {
        return messages.computeIfAbsent(id, Utterance::unannounced);
    }

    private void done(Json item, Queue<ModelEvent> out) {
        var read = ResponseItems.read(item);
        told = true;
        if (read instanceof Item.AgentMessage message && message.text().isBlank()) return;
        out.add(new ItemDone(name(item), read));
    }

    private String name(Json item) {
        return item.text("id", item.text("call_id", current));
    }

    private String item(Json delta) {
        return delta.text("item_id", current);
    }

    private static int part(Json delta, String index) {
        return (int) Counts.of(delta, index);
    }

    /// Some servers tell the items with the end only.
    private void completed(Json response, Queue<ModelEvent> out) {
        if (!told) output(response, out);
        var goOn = response.at("end_turn") instanceof Json.Bool(var ends) && !ends;
        out.add(new Completed(usage(response.at("usage")), goOn));
    }

    private void output(Json response, Queue<ModelEvent> out) {
        if (!(response.at("output") instanceof Json.Arr(var items))) return;
        for (var item : items) {
            try {
                done(item, out);
            } catch (BadJson skipped) {
                // as in a stream
            }
        }
    }

    private static Usage usage(Json usage) {
        var input = Counts.of(usage, "input_tokens");
        var output = Counts.of(usage, "output_tokens");
        var details = usage.at("input_tokens_details");
        return new Usage(
                input,
                Counts.of(details, "cached_tokens"),
                Counts.of(details, "cache_write_tokens"),
                output,
                Counts.of(usage.at("output_tokens_details"), "reasoning_tokens"),
                usage.at("total_tokens").isNull() ? input + output : Counts.of(usage, "total_tokens"));
    }

    private static RuntimeException failed(Json response) {
        return OpenAiErrors.told(ProviderError.of(response.at("error")));
    }

    private static RuntimeException incomplete(Json response) {
        var details = response.at("incomplete_details");
        return Failures.incomplete(details.text("reason", "unknown"), details.text("message", ""));
    }

    @Override
    public void whole(Json answer, Queue<ModelEvent> out) {
        if (!(answer.at("output") instanceof Json.Arr) || answer.at("error") instanceof Json.Obj) {
            throw OpenAiErrors.told(ProviderError.of(answer));
        }
        if (answer.text("status", "").equals("incomplete")) {
            output(answer, out);
            throw incomplete(answer);
        }
        completed(answer, out);
    }

    @Override
    public void ended(Queue<ModelEvent> out) {
        throw Failures.closedEarly("response.completed");
    }
}
