package dev.pawl.tool;

import dev.pawl.agent.Deed;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;

/// A tool that is itself in everything but how a call runs: somebody stands around it.
public record SurroundedTool(Tool tool, Surrounding around) implements Tool {
    /// What happens around a call. Runs the tool itself, or answers in its place.
    @FunctionalInterface
    public interface Surrounding {
        Outcome run(Tool tool, Item.ToolCall call, Permit permit, Output output) throws InterruptedException;
    }

    @Override
    public ToolSpec spec() {
        return tool.spec();
    }

    @Override
    public Replay replay() {
        return tool.replay();
    }

    @Override
    public boolean runsBesideOthers() {
        return tool.runsBesideOthers();
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return tool.preview(call);
    }

    @Override
    public Deed deed(Item.ToolCall call) {
        return tool.deed(call);
    }

    @Override
    public Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException {
        return around.run(tool, call, permit, output);
    }
}
