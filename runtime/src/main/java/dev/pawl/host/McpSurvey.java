package dev.pawl.host;

import dev.pawl.id.ThreadId;
import dev.pawl.tool.mcp.McpProbe;
import dev.pawl.tool.mcp.ServerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A survey of the MCP servers of the settings: all are started at once, as a turn would start
/// them, asked for their tools, and ended.
public record McpSurvey(ThreadConfig config) {
    /// An MCP server of the settings as one look found it.
    ///
    /// @param failed empty when it could be used
    public record McpServer(String name, String about, String url, List<McpTool> tools, String failed) {
        public McpServer {
            tools = List.copyOf(tools);
        }
    }

    /// @param schema JSON schema of its arguments
    public record McpTool(String name, String description, String schema, boolean readOnly) {}

    /// @param only the name of one; empty for all
    public List<McpServer> servers(String only) throws InterruptedException {
        var looks = new ArrayList<FutureTask<McpServer>>();
        for (var server : config.mcpServers()) {
            if (!only.isEmpty() && !server.id().equals(only)) continue;
            var look = new FutureTask<>(() -> look(server));
            looks.add(look);
            Thread.ofVirtual().name("pawl-mcp-look").start(look);
        }
        var found = new ArrayList<McpServer>();
        for (var look : looks) {
            try {
                found.add(look.get());
            } catch (ExecutionException failed) {
                throw new IllegalStateException(String.valueOf(failed.getCause()), failed);
            }
        }
        return found;
    }

    private McpServer look(ServerSettings server) {
        var place = new ThreadId("mcp-status-" + server.id());
        var toolEnvironment = config.environments().of(place, config.setup());
        var threads = Thread.ofVirtual().name("pawl-mcp-", 0).factory();
        var probe = McpProbe.of(server, toolEnvironment, threads);
        var tools = probe.tools().stream()
                .map(tool -> new McpTool(tool.name(), tool.description(), tool.schema(), tool.readOnly()))
                .toList();
        var url = server.reach() instanceof ServerSettings.Transport.Http http
                ? http.url().toString()
                : "";
        return new McpServer(
                server.id(), probe.about(), url, tools, probe.failed().orElse(""));
    }
}
