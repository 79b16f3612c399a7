package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.ToolArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What servers offer to read: lists of it, and one piece. Answers with JSON, as Codex does.
final class ResourceTool implements Tool {
    private static final int MOST_PAGES = 20;
    private static final String LISTED = """
            {"type":"object","properties":{\
            "server":{"type":"string","description":"Name of the MCP server; all of them if left out."},\
            "cursor":{"type":"string","description":"Where an earlier answer for the same server stopped."}},\
            "additionalProperties":false}""";
    private static final String READ = """
            {"type":"object","properties":{\
            "server":{"type":"string","description":"Name of the MCP server, as the list has it."},\
            "uri":{"type":"string","description":"URI of the resource, as the list has it."}},\
            "required":["server","uri"],"additionalProperties":false}""";

    enum Kind {
        LIST("list_mcp_resources", "Lists what MCP servers offer to read: files, schemas, other context.", LISTED),
        TEMPLATES(
                "list_mcp_resource_templates",
                "Lists the URI templates by which resources of MCP servers can be read.",
                LISTED),
        READ("read_mcp_resource", "Reads one resource of an MCP server.", ResourceTool.READ);

        private final String tool;
        private final String description;
        private final String parameters;

        Kind(String tool, String description, String parameters) {
            this.tool = tool;
            this.description = description;
            this.parameters = parameters;
        }
    }

    private final Kind kind;
    private final List<Server> servers;
    private final int outputTokens;

    ResourceTool(Kind kind, List<Server> servers, int outputTokens) {
        this.kind = kind;
        this.servers = List.copyOf(servers);
        this.outputTokens = outputTokens;
    }

    @Override
    public ToolSpec spec() {
        return new ToolSpec.Function(kind.tool, kind.description, kind.parameters);
    }

    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return true;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        try {
            return shown(ToolArguments.of(call), "");
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    private Detail.Mcp shown(ToolArguments arguments, String result) throws BadArguments {
        var server = arguments.optionalText("server").orElse("pawl");
        return new Detail.Mcp(server, spec().name(), new Json.Obj(arguments.all()).write(), result);
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            var arguments = ToolArguments.of(call);
            var text = new Json.Obj(arguments.all()).write();
            var server = arguments.optionalText("server").orElse("");
            return new Intent.Remote(server, spec().name(), text, List.of(), true, spec().name() + "\n" + text);
        } catch (BadArguments unreadable) {
            return new Intent.ReadOnly();
        }
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            var arguments = ToolArguments.of(call);
            try {
                var json = kind == Kind.READ ? read(arguments) : list(arguments);
                var text = json.write();
                var content =
                        Json.array(List.of(Json.object().with("type", "text").with("text", text)));
                var result = Json.object().with("content", content).with("structured_content", new Json.Null());
                return Outcome.success(OutputTruncation.announced(text, outputTokens))
                        .with(shown(arguments, result.write()));
            } catch (McpFailure failed) {
                return Outcome.failed(spec().name() + " failed: " + failed.words())
                        .with(shown(arguments, ""));
            }
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    private Json read(ToolArguments arguments) throws BadArguments, McpFailure, InterruptedException {
        var server = server(arguments.text("server"));
        var uri = arguments.text("uri");
        var answer = server.ask("resources/read", Json.object().with("uri", uri), _ -> {});
        return Json.object()
                .with("server", server.id())
                .with("uri", uri)
                .with("contents", answer.at("contents") instanceof Json.Arr list ? list : Json.array(List.of()));
    }

    private Json list(ToolArguments arguments) throws BadArguments, McpFailure, InterruptedException {
        var named = arguments.optionalText("server").filter(name -> !name.isBlank());
        var cursor = arguments.optionalText("cursor").filter(name -> !name.isBlank());
        if (named.isPresent()) return page(server(named.get()), cursor);
        if (cursor.isPresent()) throw new BadArguments("cursor can only be used when a server is specified");
        var all = new ArrayList<Json>();
        for (var server : servers) {
            if (server.isStarting()
                    || server.failure().isPresent()
                    || !server.greeting().hasResources()) continue;
            Optional<String> next = Optional.empty();
            for (var pages = 0; pages < MOST_PAGES; pages++) {
                var page = page(server, next);
                all.addAll(page.list(field()));
                next = page.at("nextCursor").text();
                if (next.isEmpty()) break;
            }
        }
        return Json.object().with(field(), Json.array(all));
    }

    private Json page(Server server, Optional<String> cursor) throws McpFailure, InterruptedException {
        var params = cursor.map(at -> Json.object().with("cursor", at)).orElse(Json.object());
        var method = kind == Kind.TEMPLATES ? "resources/templates/list" : "resources/list";
        var answer = server.ask(method, params, _ -> {});
        var marked = new ArrayList<Json>();
        if (answer.at(field()) instanceof Json.Arr(var found)) {
            for (var one : found) {
                if (one instanceof Json.Obj object) marked.add(object.with("server", server.id()));
            }
        }
        var page = Json.object().with("server", server.id()).with(field(), Json.array(marked));
        return answer.at("nextCursor").isNull() ? page : page.with("nextCursor", answer.at("nextCursor"));
    }

    private String field() {
        return kind == Kind.TEMPLATES ? "resourceTemplates" : "resources";
    }

    private Server server(String name) throws McpFailure {
        for (var server : servers) if (server.id().equals(name)) return server;
        var known = String.join(", ", servers.stream().map(Server::id).toList());
        throw new McpFailure(McpFailure.Kind.REFUSED, "unknown MCP server '" + name + "'; there is: " + known);
    }
}
