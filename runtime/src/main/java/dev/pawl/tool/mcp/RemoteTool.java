package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Fingerprint;
import dev.pawl.tool.ToolArguments;
import java.util.List;

/// A server's tool as one of the thread's.
final class RemoteTool implements Tool {
    private final Server server;
    private final RemoteSpec remote;
    private final ToolPins pins;
    private final ToolSpec spec;
    private final int outputTokens;

    /// How the model meets it.
    record Guise(String name, int outputTokens) {}

    RemoteTool(Server server, RemoteSpec remote, ToolPins pins, Guise guise) {
        this.server = server;
        this.remote = remote;
        this.pins = pins;
        this.spec = new ToolSpec.Function(guise.name(), remote.description(), remote.schema());
        this.outputTokens = guise.outputTokens();
    }

    private List<String> changes() {
        return pins.of(server, remote).changes(remote);
    }

    private boolean isHarmless() {
        return switch (server.settings().offer().asking(remote.name())) {
            case AUTO ->
                remote.hints().harmless()
                        && pins.of(server, remote).harmless()
                        && changes().isEmpty();
            case PROMPT -> false;
            case APPROVE -> true;
        };
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return changes().isEmpty() ? remote.hints().replay() : Replay.EFFECT;
    }

    @Override
    public boolean runsBesideOthers() {
        return server.settings().offer().parallel()
                || (remote.hints().readOnly() && changes().isEmpty());
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        try {
            return shown(arguments(call));
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    private Detail.Mcp shown(Json arguments) {
        return new Detail.Mcp(server.id(), remote.name(), arguments.write(), "");
    }

    /// Some models leave the arguments of a tool that has none empty.
    private static Json.Obj arguments(Item.ToolCall call) throws BadArguments {
        if (call.arguments().isBlank()) return Json.object();
        return new Json.Obj(ToolArguments.of(call).all());
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            var arguments = arguments(call).write();
            var print = Fingerprint.of(List.of(
                    "tool",
                    server.id(),
                    server.settings().reach().shown(),
                    remote.name(),
                    arguments,
                    ToolPin.of(remote).write()));
            return new Intent.Remote(server.id(), remote.name(), arguments, changes(), isHarmless(), print);
        } catch (BadArguments unreadable) {
            return new Intent.ReadOnly();
        }
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        Json.Obj arguments;
        try {
            arguments = arguments(call);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
        var asked = shown(arguments);
        // A changed tool is called only after a person's yes, or in a thread that asks nobody.
        if (runMode == RunMode.CONFINED && !isHarmless() && !changes().isEmpty()) pins.accept(server, remote);
        var began = System.nanoTime();
        try {
            var params = Json.object().with("name", remote.name()).with("arguments", arguments);
            var answer = server.ask("tools/call", params, output);
            return CallResult.of(answer, asked, System.nanoTime() - began, outputTokens);
        } catch (McpFailure failed) {
            return Outcome.failed("tool call error: " + failed.words() + doubt(failed))
                    .with(asked);
        }
    }

    private String doubt(McpFailure failed) {
        if (failed.kind() == McpFailure.Kind.REFUSED || remote.hints().readOnly()) return "";
        return "\nThe call may have taken effect. Look before you repeat it.";
    }
}
