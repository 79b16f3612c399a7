package dev.pawl.worker;

import dev.pawl.agent.Clearance;
import dev.pawl.agent.Permit;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The calls of a turn that were not begun because somebody decides first: asks, and does what was
/// decided. A decision holds for what it was shown; what has changed since is asked again.
final class HeldCalls {
    /// As shells say it.
    private static final int CANNOT_RUN = 126;

    /// Long enough to come back to; then the model is told that nobody answered.
    private static final Duration PATIENCE = Duration.ofDays(30);

    private final Agent agent;
    private final Journal journal;
    private final List<Wait.Need> needs = new ArrayList<>();
    private final List<Event> told = new ArrayList<>();

    HeldCalls(Agent agent, Journal journal) {
        this.agent = agent;
        this.journal = journal;
    }

    /// Where the turn goes because of them; nowhere when none is left. All that can be asked is
    /// asked at once; calls begin in their order.
    Optional<Move> settle() throws InterruptedException {
        var settled = false;
        for (var open : journal.openCalls()) {
            if (open.replay() != Replay.HELD) continue;
            if (open.decision()
                    .filter(said -> said.choice() == Item.Decision.Choice.CANCEL)
                    .isPresent()) {
                return Optional.of(
                        new Move.End(Entry.empty(journal.ids().step()), Item.Deliverable.stopped("the user said no")));
            }
            var clearance = clearance(open);
            if (clearance instanceof Clearance.Ask(var question, var _)) ask(open, question);
            else if (needs.isEmpty()) {
                settle(open, clearance);
                settled = true;
            }
        }
        // Steering that came in while they waited is read before the model is asked.
        if (needs.isEmpty()) return settled ? Optional.of(new Move.GoOn()) : Optional.empty();
        var entry = new Entry(journal.ids().step(), List.of(), told);
        return Optional.of(new Move.Await(entry, needs, List.of()));
    }

    /// What holds now, with what was decided. Who wants to look at a call before it begins does so
    /// before a person is asked, and again only when the deed is another by now.
    private Clearance clearance(Journal.OpenCall open) throws InterruptedException {
        var call = open.call();
        if (open.decision().isEmpty()) return agent.tools().consult(call);
        var decision = open.decision().get();
        if (!decision.isYes()) return new Clearance.Refused(decision.words());
        var shown = agent.tools().isWatched(call)
                ? agent.tools().insisted(call, "")
                : agent.tools().clear(call);
        return switch (shown) {
            case Clearance.Ask ask when ask.seal().equals(decision.seal()) -> new Clearance.Go(ask.permit());
            case Clearance.Ask _, Clearance.Go _, Clearance.Refused _ ->
                agent.tools().consult(call);
        };
    }

    private void ask(Journal.OpenCall open, Question question) {
        var form = question instanceof Question.Form;
        var call = open.call();
        needs.add(new Wait.Need(
                call.call(),
                call.tool(),
                form ? Wait.Reason.QUESTION : Wait.Reason.APPROVAL,
                question,
                Wait.PERSON,
                PATIENCE));
        told.add(new Event.PersonAsked(
                call.call(), form ? Event.PersonAsked.Asked.QUESTION : Event.PersonAsked.Asked.APPROVAL));
    }

    private void settle(Journal.OpenCall open, Clearance clearance) throws InterruptedException {
        switch (clearance) {
            case Clearance.Go(var permit) -> begin(open, permit);
            case Clearance.Refused(var why) -> write(open, refused(open, why));
            case Clearance.Ask _ -> throw new IllegalStateException("nobody was asked about " + open.call());
        }
    }

    private static Item.ToolResult refused(Journal.OpenCall open, String words) {
        if (open.decision().isEmpty()) return notBegun(open.call(), words);
        var what = switch (open.call().detail()) {
            case Detail.Edits _ -> "patch";
            case Detail.Mcp _ -> "MCP tool call";
            case Detail.Nothing _, Detail.Command _, Detail.Ran _, Detail.Plan _, Detail.Picture _ -> "exec command";
        };
        var text = what + " rejected by user" + (words.isEmpty() ? "" : ": " + words);
        return new Item.ToolResult(open.call().call(), Answer.DECLINED, AfterExecution.CONTINUE, text);
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
    private void begin(Journal.OpenCall open, Permit permit) throws InterruptedException {
        var call = open.call();
        var tool = agent.tools().find(call.tool());
        if (tool.isEmpty()) {
            write(open, Item.ToolResult.failed(call.call(), agent.tools().unknown(call)));
            return;
        }
        var step = open.card().origin().step();
        journal.write(journal.entry(
                step, "kernel", new Item.Begun(call.call(), tool.get().replay())));
        try (var bench = new ToolBench(agent.means().threads(), journal.calls())) {
            bench.start(call, tool.get(), permit, new CallLine(agent, journal.desk(), step, call));
            write(open, bench.next().getFirst());
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
