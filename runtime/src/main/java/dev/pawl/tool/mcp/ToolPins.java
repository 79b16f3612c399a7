package dev.pawl.tool.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How the tools of a thread's servers were first offered in it. Kept with the thread, so that a
/// restart forgets nothing; read once, written when a tool is new. Safe for use by many threads.
final class ToolPins {
    private final PinStore store;
    private final Map<String, ToolPin> known = new ConcurrentHashMap<>();
    private boolean loaded;

    ToolPins(PinStore store) {
        this.store = store;
    }

    /// Sees to it that each tool of a server has a pin.
    synchronized void see(Server server, List<RemoteSpec> tools) {
        if (!loaded) {
            store.all().forEach((name, text) -> ToolPin.read(text).ifPresent(pin -> known.put(name, pin)));
            loaded = true;
        }
        var fresh = new LinkedHashMap<String, String>();
        for (var tool : tools) {
            var name = name(server, tool);
            if (known.containsKey(name)) continue;
            known.put(name, ToolPin.of(tool));
            fresh.put(name, ToolPin.of(tool).write());
        }
        if (!fresh.isEmpty()) store.add(fresh);
    }

    ToolPin of(Server server, RemoteSpec tool) {
        return known.getOrDefault(name(server, tool), ToolPin.of(tool));
    }

    /// A person said yes to the tool as it is now.
    synchronized void accept(Server server, RemoteSpec tool) {
        var pin = of(server, tool).accepted(tool);
        known.put(name(server, tool), pin);
        store.replace(name(server, tool), pin.write());
    }

    /// A server that the user reaches elsewhere now is another.
    private static String name(Server server, RemoteSpec tool) {
        return server.id() + "\n" + server.settings().reach().shown() + "\n" + tool.name();
    }
}
