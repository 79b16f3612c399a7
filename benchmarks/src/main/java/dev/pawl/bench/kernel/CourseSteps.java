package dev.pawl.bench.kernel;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A turn that takes its course without ever waiting for anything but the ledger.
final class CourseSteps implements Steps {
    private final Hold hold;
    private final Course course;
    private final Runnable atEnd;

    /// @param atEnd is told when a turn of the course (not one of its children) is about to deliver
    CourseSteps(Hold hold, Course course, Runnable atEnd) {
        this.hold = hold;
        this.course = course;
        this.atEnd = atEnd;
    }

    @Override
    public Move next(Journal journal) {
        if (hold.turn().lineage().depth() > 0) return end(journal);
        var called = hasCalled(journal);
        return switch (course) {
            case NO_TOOL -> end(journal);
            case LOCAL_TOOL -> called ? end(journal) : runHere(journal);
            case REMOTE_TOOL -> called ? end(journal) : ask(journal, 1, Wait.Reason.TOOL);
            case FORK_JOIN -> called ? end(journal) : ask(journal, Course.CHILDREN, Wait.Reason.AGENT);
        };
    }

    private boolean hasCalled(Journal journal) {
        return journal.history().stream()
                .filter(card -> card.origin().turn().equals(hold.gate().turn()))
                .map(Card::item)
                .anyMatch(Item.ToolCall.class::isInstance);
    }

    private Move end(Journal journal) {
        var said = journal.entry(step("end"), "agent", new Item.AgentMessage("done"));
        return new Move.End(said, Item.Deliverable.success("done"));
    }

    private Move runHere(Journal journal) {
        var call = call(0, Replay.EFFECT);
        journal.write(journal.entry(step("call"), "agent", call));
        journal.write(journal.entry(step("call"), "tool", Item.ToolResult.success(call.call(), "ran")));
        return new Move.GoOn();
    }

    private Move ask(Journal journal, int many, Wait.Reason reason) {
        var calls = new ArrayList<Item>();
        var needs = new ArrayList<Wait.Need>();
        for (var i = 0; i < many; i++) {
            var call = call(i, Replay.EFFECT);
            calls.add(call);
            var answerer = reason == Wait.Reason.AGENT
                    ? Relay.child(hold.gate().agent(), i).value()
                    : Relay.ANSWERER;
            needs.add(new Wait.Need(call.call(), "ask", reason, "", answerer, Duration.ofMinutes(5)));
        }
        var entry = journal.entry(step("call"), "agent", calls.toArray(Item[]::new));
        var out = new ArrayList<RemoteCall>();
        for (var i = 0; i < many; i++) {
            out.add(new RemoteCall(
                    hold.gate(), needs.get(i), entry.lines().get(i).card()));
        }
        return new Move.Await(entry, needs, out);
    }

    private Item.ToolCall call(int number, Replay replay) {
        var id = new CallId(hold.gate().turn() + ".call-" + number);
        return new Item.ToolCall(id, "ask", Item.ToolCall.Form.FUNCTION, "{}", replay);
    }

    private StepId step(String name) {
        return new StepId(hold.gate().turn() + "." + name);
    }

    @Override
    public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
        return Optional.of(Item.ToolResult.success(open.call().call(), "ran"));
    }

    @Override
    public void delivered(Item.Deliverable deliverable) {
        if (hold.turn().lineage().depth() == 0) atEnd.run();
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {}

    @Override
    public void missing(Journal journal, List<String> names) {
        throw new IllegalStateException("no fields were asked for");
    }
}
