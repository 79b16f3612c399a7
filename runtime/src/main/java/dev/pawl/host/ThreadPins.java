package dev.pawl.host;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.Threads;
import dev.pawl.tool.mcp.PinStore;
import java.util.Map;

/// How the tools of a thread's MCP servers were first offered, kept with the thread.
public record ThreadPins(Threads threads, ThreadId thread) implements PinStore {
    @Override
    public Map<String, String> all() {
        return threads.pins(thread);
    }

    @Override
    public void add(Map<String, String> pins) {
        threads.pin(thread, pins);
    }

    @Override
    public void replace(String name, String pin) {
        threads.repin(thread, name, pin);
    }
}
