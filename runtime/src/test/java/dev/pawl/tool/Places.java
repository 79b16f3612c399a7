package dev.pawl.tool;

import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Workplaces and calls for tests.
public final class Places {
    public static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", "/nonexistent");

    private Places() {}

    public static Workplace in(Path folder) {
        return in(folder, Limits.usual());
    }

    public static Workplace in(Path folder, Limits limits) {
        var shell = new Workplace.Shell(Path.of("/bin/bash"), ENVIRONMENT);
        return new Workplace(
                new ThreadId("thread"), folder.resolve("work"), List.of(), folder.resolve("home"), shell, limits);
    }

    public static Workplace withTimeout(Path folder, Duration timeout) {
        return in(folder, new Limits(10_000, timeout));
    }

    public static Item.ToolCall call(String id, String tool, String arguments) {
        return new Item.ToolCall(new CallId(id), tool, Form.FUNCTION, arguments, Replay.EFFECT);
    }

    public static Item.ToolCall freeform(String id, String tool, String input) {
        return new Item.ToolCall(new CallId(id), tool, Form.FREEFORM, input, Replay.IDEMPOTENT);
    }
}
