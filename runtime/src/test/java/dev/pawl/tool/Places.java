package dev.pawl.tool;

import dev.pawl.agent.Tool;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.shell.Terminals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Workplaces and calls for tests.
public final class Places {
    public static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", "/nonexistent");

    private Places() {}

    public static ToolEnvironment in(Path folder) {
        return in(folder, OutputLimits.usual());
    }

    public static ToolEnvironment in(Path folder, OutputLimits limits) {
        var shell = new ToolEnvironment.Shell(Path.of("/bin/bash"), ENVIRONMENT);
        var work = folder.resolve("work");
        try {
            Files.createDirectories(work); // a root that is not there yet is never written
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
        return new ToolEnvironment(
                new ThreadId("thread"), work, Confinement.project(work), folder.resolve("home"), shell, limits);
    }

    /// A toolEnvironment whose commands run without a sandbox.
    public static ToolEnvironment free(Path folder) {
        return in(folder).with(Confinement.none());
    }

    /// Terminals with a sandbox of their own.
    public static Terminals terminals(ToolEnvironment toolEnvironment) {
        return new Terminals(new Sandbox(toolEnvironment.runFolder()));
    }

    public static ToolEnvironment withTimeout(Path folder, Duration timeout) {
        return in(folder, new OutputLimits(10_000, timeout)).with(Confinement.none());
    }

    public static Item.ToolCall call(String id, String tool, String arguments) {
        return new Item.ToolCall(new CallId(id), tool, Form.FUNCTION, arguments, Replay.EFFECT);
    }

    public static Item.ToolCall freeform(String id, String tool, String input) {
        return new Item.ToolCall(new CallId(id), tool, Form.FREEFORM, input, Replay.IDEMPOTENT);
    }

    /// What came of a call that does not wait.
    public static Tool.Outcome.Done done(Tool.Outcome outcome) {
        return (Tool.Outcome.Done) outcome;
    }
}
