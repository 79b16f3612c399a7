package dev.pawl.tool.hook;

import dev.pawl.agent.Deed;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;

/// A tool with hooks around its calls.
record HookedTool(Tool tool, Hooks hooks) implements Tool {
    /// As shells say it.
    private static final int CANNOT_RUN = 126;

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

    /// People see a command that did not run as one that ended at once.
    private Outcome blocked(Item.ToolCall call, String why) {
        var outcome = Outcome.failed(why);
        return tool.preview(call) instanceof Detail.Command(var command, var cwd)
                ? outcome.with(new Detail.Ran(command, cwd, CANNOT_RUN, why, 0))
                : outcome;
    }

    @Override
    public Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException {
        var objection = hooks.before(call);
        if (objection.isPresent()) return blocked(call, objection.get());
        var outcome = tool.run(call, permit, output);
        var said = hooks.after(call, outcome);
        if (said.isEmpty()) return outcome;
        var text = outcome.text() + "\n\nA hook says: " + String.join("\n", said);
        return new Outcome(outcome.answer(), outcome.after(), text, outcome.detail());
    }
}
