package dev.pawl.kernel.primitive;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnMachine;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Verdict;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One agent's locked head during a primitive: moves it by the machine, gives out its numbers, and
/// writes it back once, together with the events.
final class HeadTransaction {
    private static final StepId KERNEL_STEP = new StepId("kernel");

    final Rows rows;
    final Instant now;
    private final List<LoggedEvent> told = new ArrayList<>();
    private Head head;

    private HeadTransaction(Rows rows, Head head) {
        this.rows = rows;
        this.now = rows.now();
        this.head = head;
    }

    /// Locks the agent's head.
    static Optional<HeadTransaction> open(Rows rows, AgentId agent, Prefetch... ahead) {
        return rows.heads().lock(agent, ahead).map(head -> new HeadTransaction(rows, head));
    }

    /// The same, or nothing while somebody else has it.
    static Optional<HeadTransaction> openIfFree(Rows rows, AgentId agent, Prefetch... ahead) {
        return rows.heads().lockIfFree(agent, ahead).map(head -> new HeadTransaction(rows, head));
    }

    /// Locks the head that the gate needs, or fails as lost.
    static HeadTransaction open(Rows rows, Gate gate, Prefetch... ahead) {
        return open(rows, gate.agent(), ahead)
                .orElseThrow(() -> new LostGate(gate, new HeadState.Idle(gate.agent(), Epoch.NONE)));
    }

    /// The head as this process remembers it: not locked, but nothing it writes stands if it has
    /// moved.
    static Optional<HeadTransaction> cached(Rows rows, AgentId agent) {
        return rows.heads().cached(agent).map(head -> new HeadTransaction(rows, head));
    }

    /// The same with all its holder looks at when he ends the turn.
    static Optional<HeadTransaction> cached(Rows rows, Gate gate) {
        return rows.heads().cached(gate).map(head -> new HeadTransaction(rows, head));
    }

    Head head() {
        return head;
    }

    HeadState state() {
        return head.state();
    }

    /// The gate must be the head's, and its turn running.
    void require(Gate gate) {
        if (!isHeldBy(gate)) throw new LostGate(gate, head.state());
    }

    boolean isHeldBy(Gate gate) {
        return head.state() instanceof Running running && running.gate().equals(gate);
    }

    /// Moves the head, or fails as lost when the machine refuses.
    void move(Gate gate, TurnTrigger trigger) {
        switch (TurnMachine.next(head.state(), trigger)) {
            case Verdict.Move(var next) -> head = head.to(next, now);
            case Verdict.Refuse(var state, var _) -> throw new LostGate(gate, state);
            case Verdict.Accept _, Verdict.Defer _, Verdict.Ignore _ ->
                throw new IllegalStateException(trigger + " does not move " + head.state());
        }
    }

    void serveBy(WorkerTarget target) {
        head = head.servedBy(target);
    }

    void writeTo(BoxId box) {
        head = head.writingTo(box);
    }

    /// The number of the last letter.
    long letters() {
        return head.tally().letters();
    }

    long nextLetter() {
        var tally = head.tally();
        head = head.counting(new Head.Tally(tally.letters() + 1, tally.events(), tally.takeovers()));
        return head.tally().letters();
    }

    void countTakeovers(int takeovers) {
        var tally = head.tally();
        head = head.counting(new Head.Tally(tally.letters(), tally.events(), takeovers));
    }

    void tell(TurnId turn, Event event) {
        var tally = head.tally();
        var seq = tally.events() + 1;
        head = head.counting(new Head.Tally(tally.letters(), seq, tally.takeovers()));
        told.add(new LoggedEvent(head.agent(), seq, turn, head.state().epoch(), now, event));
    }

    /// Cards at the end of the output box, each told of, and then what else the entry tells.
    List<Card> write(Gate gate, Entry entry) {
        List<Card> cards = entry.lines().isEmpty() ? List.of() : writeCards(gate, entry);
        for (var event : entry.told()) tell(gate.turn(), event);
        return cards;
    }

    private List<Card> writeCards(Gate gate, Entry entry) {
        var origin = new Card.Origin(gate.agent(), gate.turn(), gate.epoch(), entry.step());
        var cards = entry.lines().stream()
                .map(line -> new Card(line.card(), origin, line.author(), line.item(), now))
                .toList();
        rows.cards().insert(cards);
        append(cards);
        return cards;
    }

    /// One card of the kernel's own at the end of the output box.
    void write(Gate gate, CardId card, Item item) {
        write(gate, new Entry(KERNEL_STEP, List.of(new Entry.Line(card, "kernel", item))));
    }

    /// Cards that exist already, at the end of the output box, each told of.
    void append(List<Card> cards) {
        rows.cards().append(head.output(), cards.stream().map(Card::id).toList());
        for (var card : cards) {
            tell(
                    card.origin().turn(),
                    new Event.ItemRecorded(
                            card.id(), card.origin().step(), card.item().type()));
        }
    }

    void ring() {
        rows.ring(new Bell(head.agent(), head.target()));
    }

    /// Whether something happened that is not written yet.
    boolean hasNews() {
        return !told.isEmpty();
    }

    /// Writes the head and the events: the last act of a primitive.
    void close() {
        rows.heads().save(head);
        if (!told.isEmpty()) rows.log().add(told);
    }
}
