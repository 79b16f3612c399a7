package dev.pawl.codex;

import dev.pawl.json.Json;
import dev.pawl.status.Life;
import dev.pawl.status.Phrase;
import dev.pawl.status.Signal;
import dev.pawl.status.StatusText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Items that start and complete, by their type; and what a transcript keeps of them.
final class ItemSignals {
    private ItemSignals() {}

    /// `commandExecution`, `CommandExecution` and `command_execution` are one.
    private static String type(EventLine line) {
        var nested = line.body().at("item").text("type", "");
        var type = nested.isEmpty() ? line.body().text("type", "") : nested;
        return type.replace("_", "").toLowerCase(Locale.ROOT);
    }

    static Signal started(EventLine line, String id) {
        return switch (type(line)) {
            case "commandexecution" -> new Signal.Begun(Life.COMMAND, id, line.words("command"));
            case "filechange" -> new Signal.Begun(Life.EDIT, id, files(line.find("changes")));
            case "mcptoolcall", "websearch", "imagegeneration", "imageview", "dynamictoolcall" ->
                new Signal.Begun(Life.TOOL, id, tool(line));
            case "collabagenttoolcall", "collabtoolcall" -> new Signal.Begun(Life.COLLAB, id, "");
            case "agentmessage" -> new Signal.Speaking();
            case "reasoning" -> new Signal.Thinking(id, "", false);
            case "contextcompaction" -> new Signal.Background(new Phrase(StatusText.COMPACTING, List.of()), "", false);
            case "usermessage" -> new Signal.Neutral();
            case String _ -> new Signal.Progress();
        };
    }

    static Signal completed(EventLine line, String id) {
        return switch (type(line)) {
            case "commandexecution" -> new Signal.Ended(Life.COMMAND, id);
            case "filechange" -> new Signal.Ended(Life.EDIT, id);
            case "mcptoolcall", "websearch", "imagegeneration", "imageview", "dynamictoolcall" ->
                new Signal.Ended(Life.TOOL, id);
            case "collabagenttoolcall", "collabtoolcall" -> new Signal.Ended(Life.COLLAB, id);
            case "agentmessage" -> new Signal.Spoke();
            case "contextcompaction" -> new Signal.Background(Phrase.NOTHING, "", true);
            case "usermessage" -> new Signal.UserSpoke();
            case String _ -> new Signal.Progress();
        };
    }

    /// A transcript keeps calls and their outputs where it keeps no events of them.
    static Signal response(EventLine line) {
        var item = line.body().at("item") instanceof Json.Obj nested ? nested : line.body();
        var call = item.text("call_id", item.text("id", ""));
        return switch (item.text("type", "")) {
            case "function_call", "custom_tool_call", "local_shell_call" -> called(item, call);
            case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
                call.isEmpty() ? new Signal.Progress() : new Signal.Answered(call);
            case "reasoning" -> new Signal.Thinking("", item.at("summary").at(0).text("text", ""), true);
            case "message" -> item.text("role", "").equals("assistant") ? new Signal.Spoke() : new Signal.Neutral();
            case String _ -> new Signal.Progress();
        };
    }

    private static Signal called(Json item, String call) {
        var name = item.text("name", "shell");
        return switch (name) {
            case "exec_command", "shell", "shell_command", "local_shell", "container.exec" ->
                new Signal.Begun(Life.COMMAND, call, "");
            case "apply_patch" -> new Signal.Begun(Life.EDIT, call, "");
            case "spawn_agent", "wait", "wait_agent", "send_input", "close_agent", "resume_agent" ->
                new Signal.Begun(Life.COLLAB, call, "");
            case String _ -> new Signal.Begun(Life.TOOL, call, name);
        };
    }

    /// The one file of a change; nothing when there are more.
    static String files(Json changes) {
        var paths = new ArrayList<String>();
        if (changes instanceof Json.Obj(var fields)) paths.addAll(fields.keySet());
        if (changes instanceof Json.Arr(var list)) list.forEach(change -> paths.add(change.text("path", "")));
        return paths.size() == 1 ? paths.getFirst() : "";
    }

    /// `server.tool`, or whatever of it is known.
    static String tool(EventLine line) {
        var named = line.find("invocation");
        var server = named.isNull() ? line.text("server") : named.text("server", "");
        var tool = named.isNull() ? line.text("tool") : named.text("tool", "");
        if (server.isEmpty() || tool.isEmpty()) return server + tool;
        return server + "." + tool;
    }
}
