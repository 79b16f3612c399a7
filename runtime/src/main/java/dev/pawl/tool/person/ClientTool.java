package dev.pawl.tool.person;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.List;

/// A tool that the client of a thread offers and runs itself. The turn waits in the store for what
/// the client answers, as it does for a person; the tool itself runs only to say what is wrong with
/// a call.
public final class ClientTool implements Tool {
    private final String namespace;
    private final ToolSpec spec;

    private ClientTool(Json tool) {
        this.namespace = tool.text("namespace", "");
        this.spec = new ToolSpec.Function(
                tool.text("name"),
                tool.text("description"),
                tool.at("inputSchema").write());
    }

    /// @param tools a list of tools as JSON; empty for none
    public static List<ClientTool> all(String tools) {
        if (tools.isEmpty()) return List.of();
        return Json.parse(tools).asList().stream().map(ClientTool::new).toList();
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    /// Who asks the client again is answered again: it knows the call by its id.
    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            var arguments = call.arguments().isBlank() ? Json.object() : Json.parse(call.arguments());
            return new Intent.Ask(question(call, arguments).write());
        } catch (BadJson unreadable) {
            return new Intent.ReadOnly();
        }
    }

    /// Also as a question in words, for a person who answers instead of the client.
    private Json question(Item.ToolCall call, Json arguments) {
        var words = Json.object()
                .with("id", "1")
                .with("header", call.tool())
                .with("question", "What does the client's tool answer to " + arguments.write() + "?")
                .with("options", Json.array(List.of()));
        return Json.object()
                .with("tool", call.tool())
                .with("namespace", namespace)
                .with("arguments", arguments)
                .with("questions", Json.array(List.of(words)));
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) {
        return Outcome.failed("failed to parse function arguments of " + call.tool());
    }
}
