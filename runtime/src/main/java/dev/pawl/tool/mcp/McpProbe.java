package dev.pawl.tool.mcp;

import dev.pawl.tool.ToolEnvironment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// One look at a server: it is started, asked for its tools, and ended.
///
/// @param about  what the server calls itself
/// @param failed why it could not be used
public record McpProbe(String about, String protocol, List<Offered> tools, Optional<String> failed, long millis) {
    /// A tool as the model would see it.
    ///
    /// @param asks     whether a person is asked before a call
    /// @param schema   JSON schema of its arguments
    /// @param readOnly whether its server says that it changes nothing
    public record Offered(
            String name, String modelName, String description, boolean asks, String schema, boolean readOnly) {}

    public McpProbe {
        tools = List.copyOf(tools);
    }

    /// Blocks until the server is ready or has failed.
    public static McpProbe of(ServerSettings settings, ToolEnvironment toolEnvironment, ThreadFactory threads) {
        var began = System.nanoTime();
        try (var server = new Server(settings, toolEnvironment, threads, _ -> {})) {
            server.start();
            server.await(settings.patience().startup().plusSeconds(1));
            var millis = (System.nanoTime() - began) / 1_000_000;
            var failed = server.isStarting() ? Optional.of("it still starts") : server.failure();
            var tools = server.tools().stream()
                    .map(tool -> new Offered(
                            tool.name(),
                            ToolNames.of(server.id(), tool.name()),
                            tool.description(),
                            asks(settings, tool),
                            tool.schema(),
                            tool.hints().readOnly()))
                    .toList();
            return new McpProbe(server.greeting().name(), server.greeting().version(), tools, failed, millis);
        }
    }

    private static boolean asks(ServerSettings settings, RemoteSpec tool) {
        return switch (settings.offer().asking(tool.name())) {
            case AUTO -> !tool.hints().harmless();
            case PROMPT -> true;
            case APPROVE -> false;
        };
    }
}
