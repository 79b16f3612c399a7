package dev.pawl.codex;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A thread as Codex wrote it down, read back: who and where, and the history as the next request
/// would have sent it.
///
/// Lines that cannot be read are left out and counted, as Codex does. The newest compaction is the
/// base of the history, and turns that were rolled back are not in it. A call without an output
/// gets one that says that its outcome is unknown.
public final class TranscriptFile {
    private static final int LONGEST_LINE = 64 << 20;

    private final Function<Json, Item> reader;
    private final List<Item> history = new ArrayList<>();
    private final LinkedHashMap<String, CallId> open = new LinkedHashMap<>();
    private Json meta = new Json.Null();
    private String firstRequest = "";
    private int broken;

    /// @param history what the next turn reads; empty when nothing was said
    /// @param broken how many lines were left out
    public record Contents(String id, String cwd, String provider, String startedAt, List<Item> history, int broken) {
        public Contents {
            history = List.copyOf(history);
        }
    }

    private TranscriptFile(Function<Json, Item> reader) {
        this.reader = reader;
    }

    /// @param reader reads an item of an answer, as a provider spells it
    public static Contents read(BufferedReader lines, Function<Json, Item> reader) throws IOException {
        var file = new TranscriptFile(reader);
        for (var line = file.next(lines); line != null; line = file.next(lines)) {
            if (!line.isBlank()) file.line(line);
        }
        file.answerOpenCalls();
        return new Contents(
                file.meta.text("id", ""),
                file.meta.text("cwd", ""),
                file.meta.text("model_provider", ""),
                file.meta.text("timestamp", ""),
                file.firstRequest.isEmpty() ? List.of() : file.history,
                file.broken);
    }

    /// The next line. One that is too long counts as broken and is empty.
    private @Nullable String next(BufferedReader lines) throws IOException {
        var line = new StringBuilder();
        var tooLong = false;
        for (var c = lines.read(); c >= 0; c = lines.read()) {
            if (c == '\n') return line.toString();
            if (tooLong) continue;
            if (line.length() < LONGEST_LINE) line.append((char) c);
            else {
                tooLong = true;
                broken++;
                line = new StringBuilder();
            }
        }
        return line.isEmpty() ? null : line.toString();
    }

    private void line(String text) {
        try {
            var line = Json.parse(text);
            var body = line.at("payload");
            switch (line.text("type", "")) {
                case "session_meta" -> {
                    if (meta.isNull()) meta = body;
                }
                case "response_item" -> add(body);
                case "compacted" -> compact(body);
                case "event_msg" -> {
                    if (body.text("type", "").equals("thread_rolled_back")) rollBack((int) body.number("num_turns"));
                }
                case String _ -> {}
            }
        } catch (BadJson unreadable) {
            broken++;
        }
    }

    private void add(Json item) {
        switch (item.text("type", "")) {
            case "message" -> message(item);
            case "function_call_output", "custom_tool_call_output" -> output(item);
            case "function_call", "custom_tool_call" -> {
                var read = reader.apply(item);
                if (read instanceof Item.ToolCall call) open.put(item.text("call_id", ""), call.call());
                history.add(read);
            }
            case String _ -> history.add(reader.apply(item));
        }
    }

    private void message(Json item) {
        var text = text(item.at("content"));
        switch (item.text("role", "")) {
            case "assistant" -> history.add(reader.apply(item));
            case "developer" -> history.add(new Item.Briefing(Item.Briefing.Role.DEVELOPER, text));
            case "user" -> {
                if (isContext(text)) history.add(new Item.Briefing(Item.Briefing.Role.USER, text));
                else {
                    if (firstRequest.isEmpty()) firstRequest = text.isEmpty() ? "(picture)" : text;
                    history.add(new Item.UserMessage(parts(item.at("content"))));
                }
            }
            case String _ -> {}
        }
    }

    /// What Codex itself puts before a user's words.
    private static boolean isContext(String text) {
        var start = text.stripLeading();
        return start.startsWith("<environment_context>")
                || start.startsWith("<user_instructions>")
                || start.startsWith("<turn_aborted>")
                || start.startsWith("# AGENTS.md instructions");
    }

    private static String text(Json content) {
        var text = new StringBuilder();
        if (content instanceof Json.Arr(var parts)) parts.forEach(part -> text.append(part.text("text", "")));
        return text.toString();
    }

    private static List<Part> parts(Json content) {
        var parts = new ArrayList<Part>();
        for (var part : content.asList()) {
            if (part.at("image_url") instanceof Json.Str(var url)) parts.add(new Part.Image(url));
            else parts.add(new Part.Text(part.text("text", "")));
        }
        return parts;
    }

    private void output(Json item) {
        var call = open.remove(item.text("call_id", ""));
        if (call == null) return;
        var output = item.at("output");
        var text =
                output.text().orElseGet(() -> output instanceof Json.Arr ? text(output) : output.text("content", ""));
        history.add(Item.ToolResult.success(call, text));
    }

    /// The newest compaction stands for all before it.
    private void compact(Json body) {
        var kept = new ArrayList<>(history);
        history.clear();
        open.clear();
        if (body.at("replacement_history") instanceof Json.Arr(var items)) {
            items.forEach(this::add);
            return;
        }
        // An old one only has a summary: what the user said is kept beside it.
        for (var item : kept) if (item instanceof Item.UserMessage || item instanceof Item.Briefing) history.add(item);
        history.add(new Item.Summary(body.text("message", "")));
    }

    private void rollBack(int turns) {
        int left = turns;
        for (int i = history.size() - 1; i >= 0 && left > 0; i--) {
            if (!(history.get(i) instanceof Item.UserMessage)) continue;
            left--;
            history.subList(i, history.size()).clear();
        }
        open.values()
                .removeIf(call -> history.stream()
                        .noneMatch(item -> item instanceof Item.ToolCall there
                                && there.call().equals(call)));
    }

    private void answerOpenCalls() {
        for (var call : open.values()) {
            history.add(new Item.ToolResult(
                    call,
                    CallOutcome.UNKNOWN,
                    AfterExecution.CONTINUE,
                    "No result was written down. The call may have run fully, partly or not at all."));
        }
    }
}
