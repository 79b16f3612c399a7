package dev.pawl.tool.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Where is kept how the tools of a thread's servers were first offered, by their names. Safe for
/// use by many threads.
public interface PinStore {
    Map<String, String> all();

    /// Keeps those that are new.
    void add(Map<String, String> pins);

    void replace(String name, String pin);

    /// One that forgets with the process.
    static PinStore inMemory() {
        var pins = new ConcurrentHashMap<String, String>();
        return new PinStore() {
            @Override
            public Map<String, String> all() {
                return Map.copyOf(pins);
            }

            @Override
            public void add(Map<String, String> more) {
                more.forEach(pins::putIfAbsent);
            }

            @Override
            public void replace(String name, String pin) {
                pins.put(name, pin);
            }
        };
    }
}
