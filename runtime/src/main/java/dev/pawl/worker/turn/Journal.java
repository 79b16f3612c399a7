package dev.pawl.worker.turn;

import dev.pawl.agent.Needs;
import dev.pawl.agent.Tool;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.IdSource;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.receipt.Hold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The open turn as its steps see it: what is written down so far, and the pen. Everything goes
/// through the gate. Used by one thread.
public final class Journal {
    private final Ledger ledger;
    private final Hold hold;
    private final IdSource ids;
    private final RunningCalls calls = new RunningCalls();
    private final List<Card> history = new ArrayList<>();
    private final Map<CallId, OpenCall> open = new LinkedHashMap<>();
    private final Set<CallId> called = new HashSet<>();
    private final Map<CallId, Item.ToolResult> edits = new LinkedHashMap<>();
    /// Answers to what calls, limits and the model's server made the turn wait for.
    private final Map<CallId, Item.ToolResult> answers = new LinkedHashMap<>();
    private boolean upToDate;
    private boolean hasReplaced;
    private boolean isShortened;
    /// Whether there was a look or a write since the last step.
    private boolean fresh;
    /// Whether letters came in that nobody has looked at.
    private boolean lettersCame;
    private boolean steersWait;
    private long letters;

    /// A call of this turn without a result: what may be done with it now, and what was decided.
    public record OpenCall(Card card, Item.ToolCall call, Replay replay, Optional<Item.Decision> decision) {}

    public Journal(Ledger ledger, Hold hold, IdSource ids) {
        this.ledger = ledger;
        this.hold = hold;
        this.ids = ids;
        this.letters = hold.letters();
    }

    public Hold hold() {
        return hold;
    }

    public Gate gate() {
        return hold.gate();
    }

    /// For what writes no card: cards go through this journal.
    CallContext.GatedLedger tx() {
        return new CallContext.GatedLedger(ledger, gate());
    }

    /// What runs for the turn beside its thread. The one part that other threads use, too.
    RunningCalls calls() {
        return calls;
    }

    public IdSource ids() {
        return ids;
    }

    /// Everything the turn reads, in order. Only what is new since the last look is fetched, and
    /// nothing when nothing was written: only a letter lets others write beside the gate's holder.
    public List<Card> history() {
        if (!upToDate) look();
        return Collections.unmodifiableList(history);
    }

    private void look() {
        var reading = ledger.read(gate(), history.size());
        add(reading.cards());
        steersWait = reading.steersWait();
        upToDate = true;
        fresh = true;
        lettersCame = false;
    }

    private void add(List<Card> cards) {
        history.addAll(cards);
        cards.forEach(this::note);
    }

    /// Items of a step as they will be written.
    public Entry entry(StepId step, String author, Item... items) {
        return new Entry(
                step,
                Arrays.stream(items)
                        .map(item -> new Entry.Line(ids.card(), author, item))
                        .toList());
    }

    /// Writes down before anything is done about it.
    public void write(Entry entry) {
        var knewAll = upToDate;
        upToDate = false;
        var written = ledger.append(gate(), entry);
        fresh = true;
        // With a letter others may have written, too: the end of a turn that was queued, say.
        var alone = written.letters() == letters;
        letters = written.letters();
        lettersCame |= !alone;
        if (!knewAll || !alone) return;
        add(written.cards());
        upToDate = true;
    }

    /// Puts a shorter history in the place of the long one.
    public void replace(Entry entry) {
        upToDate = false;
        hasReplaced = true;
        ledger.replaceBox(gate(), entry);
        history.clear();
        open.clear();
    }

    /// Puts the steering that came in at the end of the history. A look or a write since the last
    /// step is new enough: a write tells whether letters came in.
    public void takeSteers(Letter.NoticeText text) {
        if (!fresh || lettersCame || !upToDate) look();
        fresh = false;
        if (!steersWait) return;
        // Whatever is answered: they may have been taken by an attempt whose outcome nobody saw.
        upToDate = false;
        ledger.takeSteers(gate(), text);
    }

    /// Somebody has seen steering that this turn has not taken.
    void expectSteers() {
        lettersCame = true;
    }

    /// The calls of this turn that have no result, in call order.
    public List<OpenCall> openCalls() {
        history();
        return List.copyOf(open.values());
    }

    /// Whether a call of the history has this name, answered or not: the model reads all of it. Of
    /// one that an earlier holder of the turn made shorter nobody knows: then it may have.
    boolean hasCalled(CallId call) {
        history();
        return isShortened || called.contains(call);
    }

    /// What was answered to the needs of this turn that are no calls of the model's, by name.
    Map<CallId, Item.ToolResult> answers() {
        history();
        return Collections.unmodifiableMap(answers);
    }

    /// When something was last written down, by the store's clock.
    Instant lastWrite() {
        history();
        return history.isEmpty() ? Instant.EPOCH : history.getLast().at();
    }

    /// What an open call has waited for.
    Tool.Waited waited(OpenCall open) {
        history();
        var mine = answers.entrySet().stream()
                .filter(entry -> Needs.belongs(entry.getKey(), open.call().call()))
                .map(Map.Entry::getValue)
                .toList();
        return new Tool.Waited(open.card().at(), mine);
    }

    /// What this turn changed, in order; also what a shorter history no longer tells.
    List<Item.ToolResult> edits() {
        history();
        return List.copyOf(edits.values());
    }

    private void note(Card card) {
        if (card.item() instanceof Item.ToolCall call) called.add(call.call());
        if (!card.origin().turn().equals(gate().turn())) return;
        switch (card.item()) {
            case Item.ToolCall call -> open.put(call.call(), new OpenCall(card, call, call.replay(), Optional.empty()));
            case Item.ToolResult result -> {
                if (!called.contains(result.call())) answers.put(result.call(), result);
                open.remove(result.call());
                if (result.detail() instanceof Detail.Edits) edits.put(result.call(), result);
            }
            case Item.Decision decision ->
                open.computeIfPresent(
                        decision.call(),
                        (_, was) -> new OpenCall(was.card, was.call, was.replay, Optional.of(decision)));
            case Item.Begun(var begun, var replay) ->
                open.computeIfPresent(begun, (_, was) -> new OpenCall(was.card, was.call, replay, was.decision));
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.AgentMessage _,
                    Item.Reasoning _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Opaque _,
                    Item.Deliverable _ -> {}
            case Item.Summary _ -> isShortened |= !hasReplaced;
        }
    }
}
