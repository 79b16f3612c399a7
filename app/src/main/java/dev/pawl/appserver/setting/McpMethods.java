package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.host.McpSurvey;
import dev.pawl.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// `mcpServerStatus/list`, `config/mcpServer/reload`, and calls that a client makes to a thread's
/// MCP servers itself.
final class McpMethods {
    private static final Json NONE = Json.array(List.of());
    private static final int MOST = 100;

    private final Hub hub;

    McpMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("mcpServerStatus/list", call -> call.goOn(this::list));
        methods.put("config/mcpServer/reload", this::reload);
        methods.put("mcpServer/tool/call", call -> call.goOn(this::call));
        methods.put("mcpServer/resource/read", call -> call.goOn(this::read));
    }

    private void list(Call call) throws InterruptedException {
        var servers = new ArrayList<Json>();
        hub.backend().mcpServers(call.params().optional("serverName").orElse("")).stream()
                .sorted(Comparator.comparing(McpSurvey.McpServer::name))
                .forEach(server -> servers.add(json(server)));
        call.answer(Page.plain(servers, server -> server.text("name"), call.params(), MOST, MOST));
    }

    private static Json json(McpSurvey.McpServer server) {
        var tools = Json.object();
        for (var tool : server.tools()) {
            tools = tools.with(
                    tool.name(),
                    Json.object()
                            .with("name", tool.name())
                            .with("description", tool.description())
                            .with("inputSchema", Json.parse(tool.schema()))
                            .with("annotations", Json.object().with("readOnlyHint", Json.of(tool.readOnly()))));
        }
        return Json.object()
                .with("name", server.name())
                .with("runtimeStatus", Json.Null.NULL)
                .with("pluginId", Json.Null.NULL)
                .with("httpOrigin", Json.orNull(origin(server.url())))
                .with("serverInfo", about(server.about()))
                .with("tools", tools)
                .with("toolsError", Json.orNull(server.failed()))
                .with("resources", NONE)
                .with("resourceTemplates", NONE)
                .with("authStatus", server.url().isEmpty() ? "unsupported" : "unknown");
    }

    private static String origin(String url) {
        if (url.isEmpty()) return "";
        var address = URI.create(url);
        return address.getScheme() + "://" + address.getAuthority();
    }

    /// The name and the version a server gave, which follow each other.
    private static Json about(String about) {
        if (about.isEmpty()) return Json.Null.NULL;
        var space = about.lastIndexOf(' ');
        return Json.object()
                .with("name", space < 0 ? about : about.substring(0, space))
                .with("version", space < 0 ? "" : about.substring(space + 1));
    }

    private void reload(Call call) {
        hub.backend().renewServers();
        call.answer(Json.object());
    }

    private void call(Call call) throws InterruptedException {
        var params = call.params();
        var arguments = params.json().at("arguments");
        var asked = Json.object()
                .with("name", params.text("tool"))
                .with("arguments", arguments.isNull() ? Json.object() : arguments);
        call.answer(ask(call, "tools/call", asked, "content"));
    }

    private void read(Call call) throws InterruptedException {
        if (call.params().optional("threadId").isEmpty()) {
            throw RpcError.invalid("mcpServer/resource/read needs a threadId: servers belong to threads");
        }
        var asked = Json.object().with("uri", call.params().text("uri"));
        call.answer(ask(call, "resources/read", asked, "contents"));
    }

    /// @param must what every answer to this has
    private Json ask(Call call, String method, Json.Obj params, String must) throws InterruptedException {
        var server = call.params().text("server");
        var thread = hub.load(call.params().thread());
        // Servers end with the last client that watches their thread.
        thread.join(call.client());
        try {
            var answer = hub.backend()
                    .askServer(thread.keeping(), thread.id(), server, method, params)
                    .orElseThrow(() -> RpcError.internal("unknown MCP server '" + server + "'"));
            if (answer.at(must) instanceof Json.Arr) return answer;
            throw RpcError.internal(method + " failed for `" + server + "`: Unexpected response type");
        } catch (IllegalStateException failed) {
            throw RpcError.internal(method + " failed for `" + server + "`: " + failed.getMessage());
        }
    }
}
