package dev.pawl.api;

import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// All of Pawl's own methods by name, and the news that go with them. Safe for use by many threads.
public final class PawlApi {
    private final StatusBoard board;
    private final FlowBoard flows;
    private final Map<String, ApiMethod> methods = new TreeMap<>();

    public PawlApi(ApiHost host) {
        this.board = new StatusBoard(host);
        this.flows = host.flows();
        new StatusMethods(host, board).addTo(methods);
        new TextSearch(host).addTo(methods);
        new CheckpointMethods(host).addTo(methods);
        new InspectMethod(host).addTo(methods);
        new UsageMethods(host, board).addTo(methods);
        new MachineMethods(host).addTo(methods);
        new FleetMethods(host).addTo(methods);
        new FlowMethods(flows).addTo(methods);
    }

    public Map<String, ApiMethod> methods() {
        return Map.copyOf(methods);
    }

    /// Tells every change of a thread's status until the result is closed.
    ///
    /// @param touched a thread that has written something
    /// @param flow a thread whose workflow has changed
    public AutoCloseable watch(Consumer<Json> status, Consumer<ThreadId> touched, Consumer<ThreadId> flow) {
        var statuses = board.watch(status, touched);
        var workflows = flows.whenChanged(flow);
        return () -> {
            workflows.close();
            statuses.close();
        };
    }
}
