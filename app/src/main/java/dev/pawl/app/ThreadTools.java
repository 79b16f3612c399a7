package dev.pawl.app;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.Toolbox;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.files.SubmitResult;
import dev.pawl.tool.patch.TurnDiff;
import dev.pawl.worker.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A thread's tools as the loop sees them. Without a sandbox, what could change something is
/// refused in every mode but the one that asks for none.
final class ThreadTools implements Agent.Tools {
    private static final String FREE = "danger-full-access";

    private final Toolbox toolbox;
    private final Workplace workplace;
    private final String sandbox;

    ThreadTools(Workplace workplace, String sandbox) {
        this.toolbox = Toolbox.of(workplace);
        this.workplace = workplace;
        this.sandbox = sandbox;
    }

    @Override
    public List<ToolSpec> specs() {
        return toolbox.specs();
    }

    @Override
    public Optional<Tool> find(String name) {
        return toolbox.find(name)
                .map(tool -> tool.replay() == Replay.READ || sandbox.equals(FREE) || isHarmless(name)
                        ? tool
                        : new Refused(tool, sandbox));
    }

    private static boolean isHarmless(String name) {
        return name.equals("update_plan") || name.equals("submit_result");
    }

    @Override
    public String unknown(Item.ToolCall call) {
        return Toolbox.unsupported(call).text();
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {
        try {
            toolbox.endLeftovers(call.call());
        } catch (IOException stuck) {
            throw new UncheckedIOException("what call " + call.call() + " left behind cannot be ended", stuck);
        }
    }

    @Override
    public Item.Deliverable deliverable(Item.ToolResult result) {
        return SubmitResult.deliverable(result);
    }

    @Override
    public String diff(List<Item.ToolResult> results) {
        var edits = new ArrayList<Detail.Edits>();
        for (var result : results) {
            if (result.detail() instanceof Detail.Edits edit) edits.add(edit);
        }
        return TurnDiff.of(edits, workplace.cwd());
    }

    /// A tool that would need a sandbox this version does not have.
    private record Refused(Tool tool, String sandbox) implements Tool {
        @Override
        public ToolSpec spec() {
            return tool.spec();
        }

        @Override
        public Replay replay() {
            return Replay.READ;
        }

        @Override
        public boolean runsBesideOthers() {
            return true;
        }

        @Override
        public Detail preview(Item.ToolCall call) {
            return new Detail.Nothing();
        }

        @Override
        public Outcome run(Item.ToolCall call, Output output) {
            return Outcome.failed("refused: this version of pawl has no sandbox yet, so in the mode " + sandbox
                    + " it runs no command and changes no file. Tell the user to run pawl exec with --sandbox " + FREE
                    + " if they accept that commands run without one.");
        }
    }
}
