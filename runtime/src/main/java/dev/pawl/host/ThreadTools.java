package dev.pawl.host;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.delegation.Family;
import dev.pawl.event.Event;
import dev.pawl.kernel.Letter;
import dev.pawl.tool.Judgement;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.WrappedTool;
import dev.pawl.tool.agents.AgentWords;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.files.SubmitResult;
import dev.pawl.tool.hook.Hooks;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.tool.patch.TurnDiff;
import dev.pawl.tool.shell.LeftBehind;
import dev.pawl.worker.turn.Agent;
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
    private final ToolEnvironment toolEnvironment;
    private final Checkpoints.Turn checkpoint;
    private final Hooks hooks;
    private final Supplier<ApprovalContext> context;
    private final UnaryOperator<Tool> discretion;
    private final McpServers servers;
    private List<LeftBehind.Orphan> orphans = List.of();
    private volatile Optional<Tool> submit = Optional.empty();
    private Optional<Family> family = Optional.empty();

    /// What stands before and after each call.
    ///
    /// @param context asked for each call: what a person grants holds at once
    /// @param discretion what keeps secrets out of a tool's words
    record Guards(
            Checkpoints.Turn checkpoint,
            Hooks hooks,
            Supplier<ApprovalContext> context,
            UnaryOperator<Tool> discretion) {}

    ThreadTools(Toolbox toolbox, ToolEnvironment toolEnvironment, Guards guards, McpServers servers) {
        this.toolbox = toolbox;
        this.toolEnvironment = toolEnvironment;
        this.checkpoint = guards.checkpoint();
        this.hooks = guards.hooks();
        this.context = guards.context();
        this.discretion = guards.discretion();
        this.servers = servers;
    }

    /// The same for an agent that may call others.
    ThreadTools calling(Family agents) {
        family = Optional.of(agents);
        return this;
    }

    @Override
    public List<ToolSpec> specs() {
        var specs = new ArrayList<>(toolbox.specs());
        submit.map(Tool::spec).ifPresent(specs::add);
        specs.addAll(servers.specs());
        return specs;
    }

    @Override
    public void expect(List<Field> required) {
        submit = required.isEmpty() ? Optional.empty() : Optional.of(new SubmitResult(required));
    }

    @Override
    public Optional<Item> notice(Letter.Notice notice) {
        return AgentWords.told(notice);
    }

    @Override
    public boolean hearsNotices() {
        return family.map(Family::hasCalled).orElse(false);
    }

    @Override
    public List<Event> news() {
        return servers.news();
    }

    @Override
    public Optional<Tool> find(String name) {
        return toolbox.find(name)
                .or(() -> submit.filter(tool -> tool.spec().name().equals(name)))
                .or(() -> servers.find(name))
                .map(this::fenced)
                .map(checkpoint::watched)
                .map(hooks::around)
                .map(discretion);
    }

    /// Innermost: whatever stands around a call may take its time.
    private Tool fenced(Tool tool) {
        return tool.replay() == Replay.READ ? tool : new WrappedTool(tool, this::begin);
    }

    private Tool.Outcome begin(Tool tool, Item.ToolCall call, RunMode runMode, Tool.Output output)
            throws InterruptedException {
        try {
            toolEnvironment.fence().begin(call.call());
        } catch (UncheckedIOException full) {
            return Tool.Outcome.failed(call.tool() + " was not started: " + full.getMessage());
        }
        return tool.run(call, runMode, output);
    }

    @Override
    public ApprovalDecision clear(Item.ToolCall call) {
        var tool = find(call.tool());
        if (tool.isEmpty()) return new ApprovalDecision.Refused(unknown(call));
        return Judgement.of(tool.get().intent(call), context);
    }

    @Override
    public boolean isWatched(Item.ToolCall call) {
        return hooks.watch(call);
    }

    @Override
    public ApprovalDecision consult(Item.ToolCall call) throws InterruptedException {
        var approvalDecision = clear(call);
        if (approvalDecision instanceof ApprovalDecision.Refused || !isWatched(call)) return approvalDecision;
        return hooks.before(call)
                .map(objection -> switch (objection) {
                    case Hooks.Objection.Deny(var why) -> new ApprovalDecision.Refused(why);
                    case Hooks.Objection.Ask(var why) -> insisted(call, why);
                })
                .orElse(approvalDecision);
    }

    @Override
    public ApprovalDecision insisted(Item.ToolCall call, String why) {
        var tool = find(call.tool());
        if (tool.isEmpty()) return new ApprovalDecision.Refused(unknown(call));
        return Judgement.insisted(tool.get().intent(call), context, call.tool() + " " + call.arguments(), why);
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
        return toolEnvironment.fence().mayHaveBegun(call.call());
    }

    @Override
    public List<Lost> settled() {
        orphans = new LeftBehind(toolEnvironment).endOrphans();
        toolEnvironment.fence().settled();
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
        orphans.forEach(new LeftBehind(toolEnvironment)::forget);
    }

    @Override
    public Optional<String> mayNotEnd(Item.Deliverable deliverable, boolean again) throws InterruptedException {
        return hooks.stop(deliverable.text(), again);
    }

    @Override
    public void ended(List<Card> history, Item.Deliverable deliverable) throws InterruptedException {
        hooks.ended(requests(history), deliverable);
        toolEnvironment.fence().over();
        family.ifPresent(Family::advance);
    }

    /// What the user asked for in the turn that the last card belongs to.
    private static List<String> requests(List<Card> history) {
        var texts = new ArrayList<String>();
        if (history.isEmpty()) return texts;
        var turn = history.getLast().origin().turn();
        for (var card : history) {
            if (!card.origin().turn().equals(turn) || !(card.item() instanceof Item.UserMessage(var parts))) continue;
            for (var part : parts) if (part instanceof Part.Text(var text)) texts.add(text);
        }
        return texts;
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
        return TurnDiff.of(edits, toolEnvironment.cwd());
    }
}
