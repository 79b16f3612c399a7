package dev.pawl.worker;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the strictest servers of each API refuse in a request: an empty list when it is valid.
final class WireRules {
    private final List<String> broken = new ArrayList<>();

    private WireRules() {}

    static List<String> anthropic(Json body) {
        var rules = new WireRules();
        rules.messages(body.list("messages"));
        var last = body.list("messages").getLast();
        var open = rules.serverCalls(last.list("content"));
        if (last.text("role").equals("assistant") && open.isEmpty()) rules.broken.add("ends with the assistant");
        return rules.broken;
    }

    private void messages(List<Json> messages) {
        var role = "assistant";
        Set<String> called = new LinkedHashSet<>();
        var answered = new HashSet<String>();
        for (var i = 0; i < messages.size(); i++) {
            var message = messages.get(i);
            var where = "message " + i + ": ";
            if (message.text("role").equals(role)) broken.add(where + "roles do not take turns");
            role = message.text("role");
            var content = message.list("content");
            if (content.isEmpty()) broken.add(where + "is empty");
            if (role.equals("user")) {
                results(content, called, where);
                called.clear();
            } else {
                called = assistant(content, where, answered);
                if (i + 1 == messages.size() && !called.isEmpty()) broken.add(where + "calls without results");
            }
        }
    }

    private void results(List<Json> content, Set<String> called, String where) {
        var results = new HashSet<String>();
        var words = false;
        for (var block : content) {
            if (block.text("type").equals("tool_result")) {
                if (words) broken.add(where + "a result after words");
                if (!results.add(block.text("tool_use_id"))) broken.add(where + "two results of one call");
            } else {
                words = true;
            }
            if (block.text("type").equals("text") && block.text("text").isBlank()) broken.add(where + "blank text");
        }
        if (!results.equals(called)) broken.add(where + "calls " + called + ", results " + results);
    }

    private Set<String> assistant(List<Json> content, String where, Set<String> answered) {
        var called = new LinkedHashSet<String>();
        for (var block : content) {
            var type = block.text("type");
            if (type.equals("text") && block.text("text").isBlank()) broken.add(where + "blank text");
            if (type.equals("thinking") && block.text("signature").isEmpty()) broken.add(where + "unsigned thought");
            if (type.equals("tool_use")) {
                if (!called.add(block.text("id"))) broken.add(where + "one id for two calls");
                if (!(block.at("input") instanceof Json.Obj)) broken.add(where + "an input that is no object");
            } else if (!called.isEmpty()) broken.add(where + type + " after a call");
            if (!block.at("tool_use_id").isNull() && !answered.add(block.text("tool_use_id")))
                broken.add(where + "two results of one server call");
        }
        var last = content.getLast().text("type");
        if (last.endsWith("thinking")) broken.add(where + "the final block cannot be thinking");
        return called;
    }

    private Set<String> serverCalls(List<Json> content) {
        var open = new HashSet<String>();
        for (var block : content) {
            if (block.text("type").equals("server_tool_use")) open.add(block.text("id"));
            open.remove(block.text("tool_use_id", ""));
        }
        return open;
    }

    static List<String> chat(Json body) {
        var rules = new WireRules();
        var open = new LinkedHashSet<String>();
        var before = "";
        var thinks = body.list("messages").stream()
                .anyMatch(one -> !one.at("reasoning_content").isNull());
        for (var message : body.list("messages")) {
            var role = message.text("role");
            if (!role.equals("tool") && !open.isEmpty()) rules.broken.add("calls without results: " + open);
            if (role.equals(before) && !role.equals("tool")) rules.broken.add("two messages of " + role);
            switch (role) {
                case "assistant" -> rules.said(message, open, thinks);
                case "tool" -> {
                    if (!open.remove(message.text("tool_call_id"))) rules.broken.add("a result without its call");
                }
                case "user", "system" -> {
                    if (message.at("content").text().orElse("-").isBlank()) rules.broken.add("blank words");
                }
                default -> rules.broken.add("a role " + role);
            }
            before = role;
        }
        if (before.equals("assistant")) rules.broken.add("ends with the assistant");
        return rules.broken;
    }

    private void said(Json message, Set<String> open, boolean thinks) {
        var calls = message.at("tool_calls") instanceof Json.Arr(var all) ? all : List.<Json>of();
        var silent = message.at("content").isNull() && message.at("refusal").isNull();
        if (silent && calls.isEmpty()) broken.add("an answer without words and calls");
        if (!calls.isEmpty() && thinks && message.at("reasoning_content").isNull())
            broken.add("reasoning_content is missing in assistant tool call message");
        for (var call : calls) {
            if (!open.add(call.text("id"))) broken.add("one id for two calls");
            try {
                Json.parse(call.at("function").text("arguments")).asFields();
            } catch (BadJson notObject) {
                broken.add("arguments that are no object");
            }
        }
    }

    static List<String> responses(Json body) {
        var rules = new WireRules();
        var calls = new HashSet<String>();
        var results = new HashSet<String>();
        for (var item : body.list("input")) {
            var type = item.text("type");
            var named = List.of("message", "reasoning", "function_call", "custom_tool_call")
                    .contains(type);
            if (named && !item.at("id").isNull()) rules.broken.add("the name of an item that was not kept");
            if (type.equals("reasoning") && !item.at("status").isNull()) rules.broken.add("unknown parameter: status");
            if (type.endsWith("_call") && !item.at("call_id").isNull() && !calls.add(item.text("call_id")))
                rules.broken.add("one id for two calls");
            if (!type.endsWith("_call_output")) continue;
            if (!calls.contains(item.text("call_id"))) rules.broken.add("a result before its call");
            if (!results.add(item.text("call_id"))) rules.broken.add("two results of one call");
        }
        if (!calls.equals(results)) rules.broken.add("calls " + calls + ", results " + results);
        return rules.broken;
    }
}
