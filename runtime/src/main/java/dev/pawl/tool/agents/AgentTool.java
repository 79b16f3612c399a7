package dev.pawl.tool.agents;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.Agents.Act;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.ToolArguments;

/// One tool about agents. It may be run again: what it does is named after its call.
record AgentTool(ToolSpec spec, Act act, Body body) implements Tool {
    /// What a call does.
    @FunctionalInterface
    interface Body {
        Outcome run(ToolArguments arguments, Item.ToolCall call, Output output)
                throws BadArguments, InterruptedException;
    }

    @Override
    public Replay replay() {
        return Replay.IDEMPOTENT;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        try {
            var arguments = ToolArguments.of(call);
            return new Detail.Agents(
                    act,
                    AgentArguments.shown(arguments),
                    arguments.optionalText("model").orElse(""),
                    arguments.optionalText("reasoning_effort").orElse(""),
                    AgentArguments.named(arguments));
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    /// What an agent does is judged when it does it, as what the caller does is.
    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            return body.run(ToolArguments.of(call), call, output);
        } catch (BadArguments wrong) {
            return Outcome.failed(String.valueOf(wrong.getMessage()));
        }
    }
}
