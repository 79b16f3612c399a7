package dev.pawl.appserver;

import dev.pawl.gateway.Asked;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A call of a tool that a client offers with `dynamicTools`, as the request to the client.
record ClientCall(Json form) {
    /// Names of Pawl's own tools, which a client cannot offer.
    static final Set<String> TAKEN = Set.of(
            "exec_command",
            "write_stdin",
            "apply_patch",
            "read_file",
            "list_dir",
            "grep_files",
            "view_image",
            "update_plan",
            "request_user_input",
            "submit_result",
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "read_mcp_resource");

    private static final int LONGEST = 128;

    /// The form of a question, if it is such a call.
    static Optional<ClientCall> of(String form) {
        try {
            var json = Json.parse(form);
            return json.at("tool").isNull() ? Optional.empty() : Optional.of(new ClientCall(json));
        } catch (BadJson words) {
            return Optional.empty();
        }
    }

    Json.Obj params(Asked asked) {
        return Json.object()
                .with("threadId", asked.thread().value())
                .with("turnId", asked.turn().value())
                .with("callId", asked.call().value())
                .with("namespace", ThreadJson.orNull(form.text("namespace", "")))
                .with("tool", form.text("tool"))
                .with("arguments", form.at("arguments"));
    }

    /// What the model reads of a client's answer. A picture is told as what it is: the answer of a
    /// question is text.
    static String output(Json result) {
        var words = new ArrayList<String>();
        if (result.at("contentItems") instanceof Json.Arr(var items)) {
            for (var item : items) {
                words.add(
                        item.text("type", "").equals("inputText")
                                ? item.text("text", "")
                                : "(" + item.text("type", "content") + " is not shown)");
            }
        }
        return String.join("\n", words);
    }

    /// The tools a client offers, checked as Codex does.
    static String tools(List<Json> given) {
        var names = new HashSet<String>();
        for (var each : given) {
            var tool = new Params(each);
            var name = tool.text("name");
            if (!name.matches("[a-zA-Z0-9_-]+")) {
                throw RpcError.invalid("dynamic tool name must match ^[a-zA-Z0-9_-]+$ to match Responses API: " + name);
            }
            if (name.length() > LONGEST) throw RpcError.invalid("dynamic tool name is too long: " + name);
            if (TAKEN.contains(name)) throw RpcError.invalid("dynamic tool name is reserved: " + name);
            if (!names.add(name)) throw RpcError.invalid("duplicate dynamic tool name: " + name);
            tool.text("description");
            if (!(each.at("inputSchema") instanceof Json.Obj)) throw Params.missing("inputSchema");
        }
        return given.isEmpty() ? "" : Json.array(given).write();
    }
}
