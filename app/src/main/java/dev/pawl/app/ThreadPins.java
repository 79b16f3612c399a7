package dev.pawl.app;

import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.thread.Threads;
import dev.pawl.tool.mcp.PinStore;
import java.util.LinkedHashMap;
import java.util.Map;

/// How the tools of a thread's MCP servers were first offered, kept beside the thread.
record ThreadPins(Threads threads, ThreadId thread) implements PinStore {
    private static final String NOTE = "mcp_pins";

    @Override
    public Map<String, String> all() {
        return read(threads.notes(thread).getOrDefault(NOTE, ""));
    }

    @Override
    public void add(Map<String, String> pins) {
        threads.note(thread, NOTE, before -> {
            var all = read(before);
            pins.forEach(all::putIfAbsent);
            return write(all);
        });
    }

    @Override
    public void replace(String name, String pin) {
        threads.note(thread, NOTE, before -> {
            var all = read(before);
            all.put(name, pin);
            return write(all);
        });
    }

    private static Map<String, String> read(String note) {
        var pins = new LinkedHashMap<String, String>();
        try {
            if (!note.isEmpty() && Json.parse(note) instanceof Json.Obj(var fields)) {
                fields.forEach((name, pin) -> pins.put(name, pin.asText()));
            }
        } catch (BadJson damaged) {
            // The tools are pinned as they are now.
            pins.clear();
        }
        return pins;
    }

    private static String write(Map<String, String> pins) {
        var fields = new LinkedHashMap<String, Json>();
        pins.forEach((name, pin) -> fields.put(name, Json.of(pin)));
        return new Json.Obj(fields).write();
    }
}
