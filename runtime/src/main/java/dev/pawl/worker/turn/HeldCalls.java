package dev.pawl.worker.turn;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Wait;
import java.util.List;
import java.util.Optional;

/// The calls of a turn that were not begun because somebody decides first: asks, and does what was
/// decided. A decision holds for what it was shown; what has changed since is asked again.
final class HeldCalls {
    /// As shells say it.
    private static final int CANNOT_RUN = 126;

    private final Agent agent;
    private final Journal journal;
    private final Suspension suspension;

    /// @param suspension what other calls wait for: it is asked for together with this
    HeldCalls(Agent agent, Journal journal, Suspension suspension) {
        this.agent = agent;
        this.journal = journal;
        this.suspension = suspension;
    }

    /// Where the turn goes because of them; nowhere when none is left. All that can be asked is
    /// asked at once; calls begin in their order.
    Optional<Move> settle() throws InterruptedException {
        var settled = false;
        var asked = false;
        for (var open : journal.openCalls()) {
            if (open.replay() != Replay.HELD) continue;
            if (open.decision()
                    .filter(said -> said.choice() == Item.Decision.Choice.CANCEL)
                    .isPresent()) {
                return Optional.of(
                        new Move.End(Entry.empty(journal.ids().step()), Item.Deliverable.stopped("the user said no")));
            }
            var approvalDecision = approvalDecision(open);
            if (approvalDecision instanceof ApprovalDecision.Ask(var question, var _)) {
                ask(open, question);
                asked = true;
            } else if (!asked) {
                settle(open, approvalDecision);
                settled = true;
            }
        }
        // Steering that came in while they waited is read before the model is asked.
        if (suspension.isEmpty()) return settled ? Optional.of(new Move.GoOn()) : Optional.empty();
        return Optional.of(suspension.take(journal));
    }

    /// What holds now, with what was decided. Who wants to look at a call before it begins does so
    /// before a person is asked, and again only when the intent is another by now.
    private ApprovalDecision approvalDecision(Journal.OpenCall open) throws InterruptedException {
        var call = open.call();
        if (open.decision().isEmpty()) return agent.tools().consult(call);
        var decision = open.decision().get();
        if (!decision.isYes()) return new ApprovalDecision.Refused(decision.words());
        var shown = agent.tools().isWatched(call)
                ? agent.tools().insisted(call, "")
                : agent.tools().clear(call);
        return switch (shown) {
            case ApprovalDecision.Ask ask
            when ask.seal().equals(decision.seal()) -> new ApprovalDecision.Go(ask.runMode());
            case ApprovalDecision.Ask _, ApprovalDecision.Go _, ApprovalDecision.Refused _ ->
                agent.tools().consult(call);
        };
    }

    private void ask(Journal.OpenCall open, Question question) {
        var reason = question instanceof Question.Form ? Wait.Reason.QUESTION : Wait.Reason.APPROVAL;
        var call = open.call();
        suspension.add(new Wait.Need(call.call(), call.tool(), reason, question, Wait.PERSON, Suspension.PATIENCE));
    }

    private void settle(Journal.OpenCall open, ApprovalDecision approvalDecision) throws InterruptedException {
        switch (approvalDecision) {
            case ApprovalDecision.Go(var runMode) -> begin(open, runMode);
            case ApprovalDecision.Refused(var why) -> write(open, refused(open, why));
            case ApprovalDecision.Ask _ -> throw new IllegalStateException("nobody was asked about " + open.call());
        }
    }

    private static Item.ToolResult refused(Journal.OpenCall open, String words) {
        if (open.decision().isEmpty()) return notBegun(open.call(), words);
        var what = switch (open.call().detail()) {
            case Detail.Edits _ -> "patch";
            case Detail.Mcp _ -> "MCP tool call";
            case Detail.Nothing _, Detail.Command _, Detail.Ran _, Detail.Plan _, Detail.Picture _, Detail.Agents _ ->
                "exec command";
        };
        var text = what + " rejected by user" + (words.isEmpty() ? "" : ": " + words);
        return new Item.ToolResult(open.call().call(), CallOutcome.DECLINED, AfterExecution.CONTINUE, text);
    }

    /// People see a command that did not run as one that ended at once.
    static Item.ToolResult notBegun(Item.ToolCall call, String words) {
        var failed = Item.ToolResult.failed(call.call(), words);
        return call.detail() instanceof Detail.Command(var command, var cwd)
                ? new Item.ToolResult(
                        failed.call(),
                        failed.answer(),
                        failed.after(),
                        words,
                        new Detail.Ran(command, cwd, CANNOT_RUN, words, 0))
                : failed;
    }

    /// From here on the call may have run: that is written down first.
    private void begin(Journal.OpenCall open, RunMode runMode) throws InterruptedException {
        var call = open.call();
        var tool = agent.tools().find(call.tool());
        if (tool.isEmpty()) {
            write(open, Item.ToolResult.failed(call.call(), agent.tools().unknown(call)));
            return;
        }
        var step = open.card().origin().step();
        journal.write(journal.entry(
                step, "kernel", new Item.Begun(call.call(), tool.get().replay())));
        try (var bench = new ToolRunner(agent.means().threads(), journal.calls())) {
            bench.start(call, tool.get(), runMode, CallContext.first(agent, journal.tx(), step, call));
            var ended = bench.next().getFirst();
            ended.result().ifPresent(result -> write(open, result));
            if (ended.outcome() instanceof Tool.Outcome.Waits waits) suspension.add(waits);
        }
    }

    private void write(Journal.OpenCall open, Item.ToolResult result) {
        var entry = journal.entry(open.card().origin().step(), "tool", result);
        if (result.detail() instanceof Detail.Edits) {
            entry = entry.telling(new Event.DiffChanged(TurnEdits.diff(agent, journal, List.of(result))));
        }
        journal.write(entry);
    }
}
