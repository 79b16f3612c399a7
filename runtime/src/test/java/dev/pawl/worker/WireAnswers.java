package dev.pawl.worker;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes answers of each API out of a seed: what a server would give in one piece, and the same as
/// a stream.
final class WireAnswers {
    /// `said` is what the next request must hold: an Anthropic content, a chat message, or the
    /// items of a response.
    record Answer(List<Event> events, Json said, boolean calls) {}

    record Event(String name, String data) {}

    private static final String[] WORDS = {
        "Grüße",
        "😀",
        " ",
        "\n",
        "\"quoted\"",
        "\\",
        "日本語",
        "a",
        "</think>",
        "data: x",
        "\t",
        "{}",
        "\u2028",
        "e\u0301",
        "…"
    };

    private final Random random;
    private int names;

    WireAnswers(long seed) {
        random = new Random(seed);
    }

    private String id(String prefix) {
        return prefix + Long.toHexString(random.nextLong() & 0xffffff) + names++;
    }

    private String words() {
        var text = new StringBuilder("W");
        for (var i = random.nextInt(1, 9); i > 0; i--) text.append(WORDS[random.nextInt(WORDS.length)]);
        return text.append('.').toString();
    }

    private boolean maybe() {
        return random.nextBoolean();
    }

    private List<String> pieces(String text) {
        var pieces = new ArrayList<String>();
        for (var from = 0; from < text.length(); ) {
            var to = Math.min(text.length(), from + random.nextInt(1, 7));
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) to++;
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    /// A spelling no writer of ours would choose.
    private String arguments() {
        var spellings = new String[] {
            "{\"a\": 1, \"b\": [1.50, 2e3]}",
            "{ }",
            "{\"text\":\"" + "\\u00e9 \\/ x" + "\"}",
            "{\n  \"z\": null,\n  \"a\": {}\n}"
        };
        return spellings[random.nextInt(spellings.length)];
    }

    private static Json.Obj type(String type) {
        return Json.object().with("type", type);
    }

    // ---- Anthropic

    Answer anthropic(boolean calls) {
        var blocks = new ArrayList<Json.Obj>();
        if (maybe()) blocks.add(type("thinking").with("thinking", words()).with("signature", id("sig")));
        if (maybe()) blocks.add(type("redacted_thinking").with("data", id("red")));
        if (maybe()) blocks.add(type("text").with("text", words()));
        if (maybe()) search(blocks);
        if (maybe()) blocks.add(type("brand_new").with("payload", Json.object().with("n", new Json.Num("1.50"))));
        if (maybe()) blocks.add(type("thinking").with("thinking", words()).with("signature", id("sig")));
        if (!calls || maybe()) blocks.add(type("text").with("text", words()));
        if (maybe() && !calls) blocks.add(cited());
        for (var i = calls ? random.nextInt(1, 3) : 0; i > 0; i--) {
            var call = type("tool_use").with("id", id("toolu_")).with("name", maybe() ? "shell" : "read");
            call = call.with("input", Json.parse(arguments()));
            blocks.add(maybe() ? call.with("caller", type("direct")) : call);
        }
        return new Answer(anthropicEvents(blocks, calls ? "tool_use" : "end_turn"), Json.array(blocks), calls);
    }

    private void search(List<Json.Obj> blocks) {
        var id = id("srvtoolu_");
        var hit = type("web_search_result").with("url", "https://example.org/").with("encrypted_content", id("enc"));
        blocks.add(type("server_tool_use")
                .with("id", id)
                .with("name", "web_search")
                .with("input", Json.object().with("query", words())));
        blocks.add(type("web_search_tool_result").with("tool_use_id", id).with("content", Json.array(List.of(hit))));
    }

    private Json.Obj cited() {
        var citation =
                type("web_search_result_location").with("cited_text", words()).with("encrypted_index", id("x"));
        return type("text").with("text", words()).with("citations", Json.array(List.of(citation)));
    }

    private List<Event> anthropicEvents(List<Json.Obj> blocks, String stop) {
        var events = new ArrayList<Event>();
        var usage = Json.object().with("input_tokens", 10).with("output_tokens", 1);
        add(events, type("message_start").with("message", type("message").with("usage", usage)));
        for (var i = 0; i < blocks.size(); i++) {
            if (maybe()) add(events, type("ping"));
            block(events, i, blocks.get(i));
        }
        add(
                events,
                type("message_delta")
                        .with("delta", Json.object().with("stop_reason", stop))
                        .with("usage", Json.object().with("output_tokens", 30)));
        add(events, type("message_stop"));
        return events;
    }

    private void block(List<Event> events, int index, Json.Obj block) {
        var start = block;
        var deltas = new ArrayList<Json.Obj>();
        for (var name : List.of("thinking", "text", "signature")) {
            if (!(block.at(name) instanceof Json.Str(var text))) continue;
            start = start.with(name, "");
            for (var piece : pieces(text)) deltas.add(type(name + "_delta").with(name, piece));
        }
        if (!block.at("input").isNull()) {
            start = start.with("input", Json.object());
            for (var piece : pieces(block.at("input").write()))
                deltas.add(type("input_json_delta").with("partial_json", piece));
        }
        if (block.at("citations") instanceof Json.Arr(var all)) {
            start = start.with("citations", Json.array(List.of()));
            for (var each : all) deltas.add(type("citations_delta").with("citation", each));
        }
        add(events, type("content_block_start").with("index", index).with("content_block", start));
        for (var delta : deltas)
            add(events, type("content_block_delta").with("index", index).with("delta", delta));
        add(events, type("content_block_stop").with("index", index));
    }

    private static void add(List<Event> events, Json.Obj event) {
        events.add(new Event(event.text("type"), event.write()));
    }

    // ---- Chat

    Answer chat(boolean calls, String service) {
        var message = Json.object().with("role", "assistant");
        var words = !calls || maybe() ? words() : "";
        message = message.with("content", words.isEmpty() ? new Json.Null() : Json.of(words));
        var thought = words();
        if (service.equals("reasoning_content")) message = message.with("reasoning_content", thought);
        if (service.equals("details"))
            message = message.with("reasoning", thought).with("reasoning_details", details(thought));
        if (service.equals("tags")) message = message.with("content", "<think>\n" + "Hm.\n" + "</think>\n\n" + words);
        if (service.equals("chunks")) message = message.with("content", chunks(thought, words));
        var asked = new ArrayList<Json>();
        for (var i = calls ? random.nextInt(1, 3) : 0; i > 0; i--) {
            var function =
                    Json.object().with("name", maybe() ? "shell" : "read").with("arguments", arguments());
            var call = Json.object()
                    .with("id", id("call_"))
                    .with("type", "function")
                    .with("function", function);
            var signature = Json.object().with("google", Json.object().with("thought_signature", id("s")));
            asked.add(maybe() ? call.with("extra_content", signature) : call);
        }
        if (calls) message = message.with("tool_calls", Json.array(asked));
        return new Answer(chatEvents(message, calls ? "tool_calls" : "stop"), message, calls);
    }

    private Json details(String thought) {
        var text = type("reasoning.text")
                .with("text", thought)
                .with("format", "anthropic-claude-v1")
                .with("index", 0);
        var sealed = type("reasoning.encrypted")
                .with("data", id("enc"))
                .with("id", id("rs_"))
                .with("index", 1);
        return Json.array(List.of(text.with("signature", id("sig")), sealed));
    }

    private static Json chunks(String thought, String words) {
        var inner = Json.array(List.of(type("text").with("text", thought)));
        var parts = new ArrayList<Json>();
        parts.add(type("thinking").with("thinking", inner).with("closed", Json.of(true)));
        if (!words.isEmpty()) parts.add(type("text").with("text", words));
        return Json.array(parts);
    }

    private List<Event> chatEvents(Json.Obj message, String finish) {
        var deltas = new ArrayList<Json.Obj>();
        deltas.add(Json.object().with("role", "assistant").with("content", ""));
        for (var name : List.of("reasoning_content", "reasoning")) {
            if (!(message.at(name) instanceof Json.Str(var text))) continue;
            for (var piece : pieces(text)) {
                var delta = Json.object().with(name, piece);
                if (name.equals("reasoning"))
                    delta = delta.with("reasoning_details", Json.array(List.of(detail(piece))));
                deltas.add(delta);
            }
        }
        if (message.at("reasoning_details") instanceof Json.Arr(var all)) {
            var signed = type("reasoning.text")
                    .with("signature", all.getFirst().text("signature"))
                    .with("index", 0);
            deltas.add(Json.object().with("reasoning_details", Json.array(List.of(signed))));
            deltas.add(Json.object().with("reasoning_details", Json.array(List.of(all.get(1)))));
        }
        content(deltas, message.at("content"));
        if (message.at("tool_calls") instanceof Json.Arr(var calls)) {
            for (var i = 0; i < calls.size(); i++) call(deltas, i, calls.get(i));
        }
        var events = new ArrayList<Event>();
        for (var delta : deltas) events.add(chunk(delta, new Json.Null()));
        events.add(chunk(Json.object(), Json.of(finish)));
        events.add(new Event("", "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":4}}"));
        events.add(new Event("", "[DONE]"));
        return events;
    }

    private static Json detail(String piece) {
        return type("reasoning.text")
                .with("text", piece)
                .with("format", "anthropic-claude-v1")
                .with("index", 0);
    }

    private void content(List<Json.Obj> deltas, Json content) {
        if (content instanceof Json.Arr(var parts)) {
            for (var part : parts) {
                var isThought = part.text("type").equals("thinking");
                var text = isThought ? part.at("thinking").at(0).text("text") : part.text("text");
                for (var piece : pieces(text)) {
                    var said = type("text").with("text", piece);
                    var thought = type("thinking")
                            .with("thinking", Json.array(List.of(said)))
                            .with("closed", Json.of(true));
                    deltas.add(Json.object().with("content", Json.array(List.of(isThought ? thought : said))));
                }
            }
        } else if (content instanceof Json.Str(var text)) {
            for (var piece : pieces(text)) deltas.add(Json.object().with("content", piece));
        }
    }

    private void call(List<Json.Obj> deltas, int index, Json call) {
        var function = call.at("function");
        var first = ((Json.Obj) call)
                .with(
                        "function",
                        Json.object().with("name", function.text("name")).with("arguments", ""))
                .with("index", index);
        deltas.add(Json.object().with("tool_calls", Json.array(List.of(first))));
        for (var piece : pieces(function.text("arguments"))) {
            var more = Json.object()
                    .with("index", index)
                    .with("function", Json.object().with("arguments", piece));
            deltas.add(Json.object().with("tool_calls", Json.array(List.of(more))));
        }
    }

    private static Event chunk(Json.Obj delta, Json finish) {
        var choice = Json.object().with("index", 0).with("delta", delta).with("finish_reason", finish);
        return new Event(
                "", Json.object().with("choices", Json.array(List.of(choice))).write());
    }

    // ---- Responses

    Answer responses(boolean calls) {
        var items = new ArrayList<Json.Obj>();
        var said = new ArrayList<Json>();
        if (maybe()) {
            var summary = Json.array(List.of(type("summary_text").with("text", words())));
            item(items, said, "rs_", type("reasoning").with("summary", summary).with("encrypted_content", id("enc")));
        }
        if (maybe()) item(items, said, "new_", type("brand_new_item").with("payload", Json.array(List.of(Json.of(1)))));
        if (maybe()) {
            var blank = type("message")
                    .with("role", "assistant")
                    .with("content", output(type("output_text").with("text", " ")));
            items.add(blank.with("id", id("msg_"))); // not worth a message
        }
        if (maybe()) item(items, said, "msg_", message("commentary"));
        if (maybe()) {
            var action = type("search").with("query", words());
            item(
                    items,
                    said,
                    "ws_",
                    type("web_search_call").with("status", "completed").with("action", action));
        }
        if (!calls) item(items, said, "msg_", message(maybe() ? "final_answer" : ""));
        for (var i = calls ? random.nextInt(1, 3) : 0; i > 0; i--) {
            var call = maybe()
                    ? type("function_call")
                            .with("name", "shell")
                            .with("arguments", arguments())
                            .with("call_id", id("call_"))
                    : type("custom_tool_call")
                            .with("status", "completed")
                            .with("call_id", id("call_"))
                            .with("name", "read")
                            .with("input", words());
            item(items, said, "fc_", maybe() ? call.with("brand_new_field", Json.array(List.of(Json.of("x")))) : call);
        }
        return new Answer(responseEvents(items), Json.array(said), calls);
    }

    private void item(List<Json.Obj> items, List<Json> said, String prefix, Json.Obj item) {
        // An item of a kind nobody knows may need its name.
        var known = !item.text("type").equals("brand_new_item");
        var named = item.with("id", id(prefix));
        said.add(known ? item : named);
        items.add(item.text("type").equals("message") ? named.with("status", "completed") : named);
    }

    private Json.Obj message(String phase) {
        var text = type("output_text").with("text", words());
        var note = type("url_citation").with("url", "https://example.org/").with("start_index", 0);
        if (maybe()) text = text.with("annotations", Json.array(List.of(note)));
        var message = type("message").with("role", "assistant").with("content", output(text));
        if (!phase.isEmpty()) message = message.with("phase", phase);
        return maybe() ? message.with("brand_new_field", Json.object().with("a", 1)) : message;
    }

    private static Json output(Json.Obj part) {
        return Json.array(List.of(part));
    }

    private List<Event> responseEvents(List<Json.Obj> items) {
        var events = new ArrayList<Event>();
        add(events, type("response.created").with("response", Json.object()));
        for (var i = 0; i < items.size(); i++) {
            var item = items.get(i);
            var begun = item.text("type").equals("message") ? item.with("content", Json.array(List.of())) : item;
            add(
                    events,
                    type("response.output_item.added").with("output_index", i).with("item", begun));
            if (item.text("type").equals("message")) {
                for (var piece : pieces(item.at("content").at(0).text("text"))) {
                    var delta = type("response.output_text.delta").with("item_id", item.text("id"));
                    add(events, delta.with("delta", piece));
                }
            }
            add(
                    events,
                    type("response.output_item.done").with("output_index", i).with("item", item));
        }
        var usage =
                Json.object().with("input_tokens", 3).with("output_tokens", 4).with("total_tokens", 7);
        var response = Json.object().with("usage", usage).with("output", Json.array(items));
        add(events, type("response.completed").with("response", response));
        return events;
    }
}
