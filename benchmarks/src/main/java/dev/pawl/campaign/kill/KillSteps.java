package dev.pawl.campaign.kill;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Entry;
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
import java.util.SplittableRandom;

/// A turn whose course depends on its letter and on what is written down, and on nothing else:
/// whoever goes on with it goes on where it stood.
final class KillSteps implements Steps {
    static final String ASK = "ask";
    static final String CHILD = "child";
    static final String WORK = "work";
    private static final int MOST_ASKED_AT_ONCE = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Hold hold;
    private final WorkerId worker;
    private final EffectFile effects;
    private final SplittableRandom pauses = new SplittableRandom();

    KillSteps(Hold hold, WorkerId worker, EffectFile effects) {
        this.hold = hold;
        this.worker = worker;
        this.effects = effects;
    }

    /// The n-th call of a turn, always the same for the same letter.
    private SplittableRandom course(long calls) {
        return new SplittableRandom(hold.turn().letter().value().hashCode() * 31L + calls);
    }

    @Override
    public Move next(Journal journal) throws InterruptedException {
        pause(40);
        var calls = journal.history().stream()
                .filter(card -> card.origin().turn().equals(hold.gate().turn()))
                .map(Card::item)
                .filter(Item.ToolCall.class::isInstance)
                .count();
        var course = course(calls);
        if (calls >= course(-1).nextInt(4)) {
            var said = journal.entry(step(calls), "agent", new Item.AgentMessage("done"));
            return new Move.End(said, Item.Deliverable.success("done"));
        }
        var roll = course.nextInt(100);
        if (roll < 15) return ask(journal, calls, course.nextInt(MOST_ASKED_AT_ONCE) + 1);
        if (roll < 25 && hold.turn().lineage().depth() == 0) return callChild(journal, calls);
        var replay = roll < 35 ? Replay.READ : roll < 45 ? Replay.IDEMPOTENT : Replay.EFFECT;
        return work(journal, calls, replay);
    }

    private Move work(Journal journal, long calls, Replay replay) throws InterruptedException {
        var call = call(calls, WORK, replay);
        journal.write(journal.entry(step(calls), "agent", call));
        var result = run(call);
        journal.write(journal.entry(step(calls), "tool." + WORK, result));
        return new Move.GoOn();
    }

    private Move ask(Journal journal, long calls, int many) {
        var needs = new ArrayList<Wait.Need>();
        var asked = new ArrayList<Item>();
        for (var i = 0; i < many; i++) {
            var call = call(calls + i, ASK, Replay.EFFECT);
            asked.add(call);
            needs.add(new Wait.Need(call.call(), ASK, Wait.Reason.TOOL, "", KillTasks.ASK_ANSWERER, PATIENCE));
        }
        return await(journal, calls, asked, needs);
    }

    private Move callChild(Journal journal, long calls) {
        var call = call(calls, CHILD, Replay.EFFECT);
        var child = KillTasks.childOf(hold.gate().agent());
        var need = new Wait.Need(call.call(), CHILD, Wait.Reason.AGENT, "", child.value(), Duration.ofMinutes(10));
        return await(journal, calls, List.of(call), List.of(need));
    }

    private Move await(Journal journal, long calls, List<Item> asked, List<Wait.Need> needs) {
        Entry entry = journal.entry(step(calls), "agent", asked.toArray(Item[]::new));
        var out = new ArrayList<RemoteCall>();
        for (var i = 0; i < needs.size(); i++) {
            out.add(new RemoteCall(
                    hold.gate(), needs.get(i), entry.lines().get(i).card()));
        }
        return new Move.Await(entry, needs, out);
    }

    private Item.ToolCall call(long number, String tool, Replay replay) {
        var call = new CallId(hold.gate().turn() + ".call-" + number);
        return new Item.ToolCall(call, tool, Item.ToolCall.Form.FUNCTION, "{}", replay);
    }

    private StepId step(long calls) {
        return new StepId(hold.gate().turn() + ".step-" + calls);
    }

    private Item.ToolResult run(Item.ToolCall call) throws InterruptedException {
        pause(10);
        if (call.replay() == Replay.EFFECT) {
            effects.add(call.call(), worker, hold.gate().epoch());
        }
        pause(10);
        return Item.ToolResult.success(call.call(), "ran");
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {}

    @Override
    public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) throws InterruptedException {
        return Optional.of(run(open.call()));
    }

    @Override
    public void missing(Journal journal, List<String> names) {
        throw new IllegalStateException("no fields were asked for");
    }

    /// As a model or a tool takes its time, so that a kill finds it at work.
    private void pause(int mostMillis) throws InterruptedException {
        Thread.sleep(pauses.nextInt(mostMillis + 1));
    }
}
