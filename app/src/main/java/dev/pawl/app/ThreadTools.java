package dev.pawl.app;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.Reaching;
import dev.pawl.tool.Toolbox;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.files.SubmitResult;
import dev.pawl.tool.patch.TurnDiff;
import dev.pawl.tool.sandbox.Probe;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A thread's tools as the loop sees them. Where no sandbox can be had, what could change something
/// is refused in every mode but the one that asks for none.
final class ThreadTools implements Agent.Tools {
    private final Toolbox toolbox;
    private final Workplace workplace;
    private final Sandbox sandbox;

    ThreadTools(Workplace workplace, Terminals terminals) {
        this.toolbox = Toolbox.of(workplace, terminals);
        this.workplace = workplace;
        this.sandbox = terminals.sandbox();
    }

    @Override
    public List<ToolSpec> specs() {
        return toolbox.specs();
    }

    @Override
    public Optional<Tool> find(String name) {
        return toolbox.find(name)
                .map(tool -> tool instanceof Reaching && workplace.confinement().isConfined() && !hasSandbox()
                        ? new Refused(tool, workplace, sandbox.probe())
                        : tool);
    }

    private boolean hasSandbox() {
        return sandbox.probe().tier() != Tier.NONE;
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

    /// A tool that would need a sandbox this machine does not have.
    private record Refused(Tool tool, Workplace workplace, Probe probe) implements Tool {
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
            return Outcome.failed("refused: this machine has no sandbox (" + probe.detail() + "), so in the mode "
                    + workplace.confinement().mode().spelling()
                    + " pawl runs no command and changes no file. Reading works. Tell the user: "
                    + probe.remedy()
                    + "; or to run pawl with --sandbox danger-full-access if they accept that commands run without"
                    + " one.");
        }
    }
}
