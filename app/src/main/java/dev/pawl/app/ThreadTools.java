package dev.pawl.app;

import dev.pawl.agent.Clearance;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Stance;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.tool.Judgement;
import dev.pawl.tool.SurroundedTool;
import dev.pawl.tool.Toolbox;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.files.SubmitResult;
import dev.pawl.tool.hook.Hooks;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.tool.patch.TurnDiff;
import dev.pawl.tool.shell.LeftBehind;
import dev.pawl.worker.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A thread's tools as the loop sees them: what there is, and what may begin.
final class ThreadTools implements Agent.Tools {
    private final Toolbox toolbox;
    private final Workplace workplace;
    private final Checkpoints.Turn checkpoint;
    private final Hooks hooks;
    private final Supplier<Stance> stance;
    private final UnaryOperator<Tool> discretion;
    private final McpServers servers;
    private List<LeftBehind.Orphan> orphans = List.of();

    /// What stands before and after each call.
    ///
    /// @param stance asked for each call: what a person grants holds at once
    /// @param discretion what keeps secrets out of a tool's words
    record Guards(Checkpoints.Turn checkpoint, Hooks hooks, Supplier<Stance> stance, UnaryOperator<Tool> discretion) {}

    ThreadTools(Toolbox toolbox, Workplace workplace, Guards guards, McpServers servers) {
        this.toolbox = toolbox;
        this.workplace = workplace;
        this.checkpoint = guards.checkpoint();
        this.hooks = guards.hooks();
        this.stance = guards.stance();
        this.discretion = guards.discretion();
        this.servers = servers;
    }

    @Override
    public List<ToolSpec> specs() {
        var specs = new ArrayList<>(toolbox.specs());
        specs.addAll(servers.specs());
        return specs;
    }

    @Override
    public List<Event> news() {
        return servers.news();
    }

    @Override
    public Optional<Tool> find(String name) {
        return toolbox.find(name)
                .or(() -> servers.find(name))
                .map(this::fenced)
                .map(checkpoint::watched)
                .map(hooks::around)
                .map(discretion);
    }

    /// Innermost: whatever stands around a call may take its time.
    private Tool fenced(Tool tool) {
        return tool.replay() == Replay.READ ? tool : new SurroundedTool(tool, this::begin);
    }

    private Tool.Outcome begin(Tool tool, Item.ToolCall call, Permit permit, Tool.Output output)
            throws InterruptedException {
        try {
            workplace.fence().begin(call.call());
        } catch (UncheckedIOException full) {
            return Tool.Outcome.failed(call.tool() + " was not started: " + full.getMessage());
        }
        return tool.run(call, permit, output);
    }

    @Override
    public Clearance clear(Item.ToolCall call) {
        var tool = find(call.tool());
        if (tool.isEmpty()) return new Clearance.Refused(unknown(call));
        return Judgement.of(tool.get().deed(call), stance);
    }

    @Override
    public boolean isWatched(Item.ToolCall call) {
        return hooks.watch(call);
    }

    @Override
    public Clearance consult(Item.ToolCall call) throws InterruptedException {
        var clearance = clear(call);
        if (clearance instanceof Clearance.Refused || !isWatched(call)) return clearance;
        return hooks.before(call)
                .map(objection -> switch (objection) {
                    case Hooks.Objection.Deny(var why) -> new Clearance.Refused(why);
                    case Hooks.Objection.Ask(var why) -> insisted(call, why);
                })
                .orElse(clearance);
    }

    @Override
    public Clearance insisted(Item.ToolCall call, String why) {
        var tool = find(call.tool());
        if (tool.isEmpty()) return new Clearance.Refused(unknown(call));
        return Judgement.insisted(tool.get().deed(call), stance, call.tool() + " " + call.arguments(), why);
    }

    @Override
    public String unknown(Item.ToolCall call) {
        return Toolbox.unsupported(call).text();
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {
        try {
            toolbox.endLeftovers(call.call());
            checkpoint.settle();
        } catch (IOException stuck) {
            throw new UncheckedIOException("what call " + call.call() + " left behind cannot be ended", stuck);
        }
    }

    @Override
    public boolean mayHaveBegun(Item.ToolCall call) {
        return workplace.fence().mayHaveBegun(call.call());
    }

    @Override
    public List<Lost> settled() {
        orphans = new LeftBehind(workplace).endOrphans();
        workplace.fence().settled();
        return orphans.stream().map(ThreadTools::lost).toList();
    }

    private static Lost lost(LeftBehind.Orphan orphan) {
        return new Lost(
                orphan.call(),
                "Session " + orphan.terminal() + " (" + orphan.command()
                        + ") has ended: the process that ran it stopped."
                        + " What it wrote since the last look is lost. Start the command again if it is still needed.");
    }

    @Override
    public void told(List<Lost> lost) {
        orphans.forEach(new LeftBehind(workplace)::forget);
    }

    @Override
    public Optional<String> mayNotEnd(Item.Deliverable deliverable, boolean again) throws InterruptedException {
        return hooks.stop(deliverable.text(), again);
    }

    @Override
    public void ended(List<Card> history, Item.Deliverable deliverable) throws InterruptedException {
        hooks.ended(HookChoice.requests(history), deliverable);
        workplace.fence().over();
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
}
