package dev.pawl.app;

import dev.pawl.appserver.Backend;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.mcp.McpProbe;
import dev.pawl.tool.mcp.ServerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// One look at the MCP servers of the settings: all are started at once, as a turn would start
/// them, asked for their tools, and ended.
final class McpStatus {
    private final LocalEngine.Parts parts;

    McpStatus(LocalEngine.Parts parts) {
        this.parts = parts;
    }

    List<Backend.McpServer> servers(String only) throws InterruptedException {
        var looks = new ArrayList<FutureTask<Backend.McpServer>>();
        for (var server : parts.servers().enabled()) {
            if (!only.isEmpty() && !server.id().equals(only)) continue;
            var look = new FutureTask<>(() -> look(server));
            looks.add(look);
            Thread.ofVirtual().name("pawl-mcp-look").start(look);
        }
        var found = new ArrayList<Backend.McpServer>();
        for (var look : looks) {
            try {
                found.add(look.get());
            } catch (ExecutionException failed) {
                throw new IllegalStateException(String.valueOf(failed.getCause()), failed);
            }
        }
        return found;
    }

    private Backend.McpServer look(ServerSettings server) {
        var place = new ThreadId("mcp-status-" + server.id());
        var workplace = parts.workplaces().of(place, parts.setups().setup());
        var threads = Thread.ofVirtual().name("pawl-mcp-", 0).factory();
        var probe = McpProbe.of(server, workplace, threads);
        var tools = probe.tools().stream()
                .map(tool -> new Backend.McpTool(tool.name(), tool.description(), tool.schema(), tool.readOnly()))
                .toList();
        var url = server.reach() instanceof ServerSettings.Reach.Http http
                ? http.url().toString()
                : "";
        return new Backend.McpServer(
                server.id(), probe.about(), url, tools, probe.failed().orElse(""));
    }
}
