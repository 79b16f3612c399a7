package dev.pawl.tool;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;

/// A tool that is itself in everything but how a call runs: somebody stands around it.
public record WrappedTool(Tool tool, Surrounding around) implements ToolDecorator {
    /// What happens around a call. Runs the tool itself, or answers in its place.
    @FunctionalInterface
    public interface Surrounding {
        Outcome run(Tool tool, Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException;
    }

    @Override
    public Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        return around.run(tool, call, runMode, output);
    }
}
