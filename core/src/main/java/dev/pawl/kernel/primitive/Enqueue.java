package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.Epoch;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.List;

/// Stores a request, and dispatches it when the agent is free. The pool that the request names
/// serves the turn it begins; a turn under way stays with the pool that has it.
final class Enqueue {
    private static final StepId REQUEST_STEP = new StepId("request");

    private Enqueue() {}

    static Receipt apply(Rows rows, TurnRequest request, Limits limits, IdSource ids) {
        if (request.lineage().tooDeep())
            return new Receipt.TooDeep(request.lineage().depth());
        var recalled = HeadTransaction.cached(rows, request.agent()).filter(tx -> hasRoom(tx, request, limits));
        if (recalled.isPresent()) return acceptRecalled(recalled.get(), request, ids);
        var tx = openOrCreate(rows, request, ids);
        var earlier = rows.inbox().find(request.agent(), request.letter());
        if (earlier.isPresent()) return again(rows, earlier.get(), request);
        if (tx.state() instanceof Active active) {
            if (request.kind() == LetterKind.UI_ACTION)
                return new Receipt.Busy(active.gate().turn());
            var open = rows.inbox().open(request.agent());
            if (open >= limits.inbox()) return new Receipt.InboxFull(open);
        }
        if (tx.state() instanceof Idle) tx.serveBy(request.target());
        var letter = store(tx, request.letter(), request.kind(), request.context(), request.lineage(), ids);
        var dispatched = Dispatch.next(tx, ids);
        tx.close();
        return new Receipt.Accepted(letter.turn(), dispatched);
    }

    /// Whether the request is accepted if the head is as it is remembered. What refuses it is
    /// looked at under the lock.
    private static boolean hasRoom(HeadTransaction tx, TurnRequest request, Limits limits) {
        return switch (tx.state()) {
            case Idle _ -> true;
            case Dispatched _ ->
                request.kind() == LetterKind.TURN && tx.rows.inbox().open(request.agent()) < limits.inbox();
            case Running _, Suspended _ -> false;
        };
    }

    /// An idle agent has no queue. A letter that was here before is refused by the inbox's key, and
    /// found when the work is done again.
    private static Receipt acceptRecalled(HeadTransaction tx, TurnRequest request, IdSource ids) {
        var isIdle = tx.state() instanceof Idle;
        if (isIdle) tx.serveBy(request.target());
        var letter = store(tx, request.letter(), request.kind(), request.context(), request.lineage(), ids);
        if (isIdle) Dispatch.bind(tx, letter);
        tx.close();
        return new Receipt.Accepted(letter.turn(), isIdle);
    }

    /// The letter, its context box, its turn and its edge; queued.
    static Letter store(
            HeadTransaction tx, LetterId letter, LetterKind kind, List<Item> context, Lineage lineage, IdSource ids) {
        var agent = tx.head().agent();
        var turn = ids.turn();
        var origin = new Card.Origin(agent, turn, Epoch.NONE, REQUEST_STEP);
        var cards = context.stream()
                .map(item -> new Card(ids.card(), origin, lineage.source(), item, tx.now))
                .toList();
        var box = new Box(
                ids.box(), Box.Kind.CONTEXT, cards.stream().map(Card::id).toList());
        tx.rows.cards().insert(cards);
        tx.rows.cards().insert(box, agent);
        tx.rows.turns().insert(new Turn(turn, agent, letter, box.id(), lineage, new Turn.Ending.Open()));
        var stored = new Letter(
                letter, agent, tx.nextLetter(), turn, Epoch.NONE, LetterState.QUEUED, content(kind, box.id()));
        tx.rows.inbox().insert(stored);
        tx.rows
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        lineage.source(),
                        agent,
                        turn,
                        letter.value(),
                        lineage.depth()));
        tx.tell(turn, new Event.TurnQueued(letter));
        return stored;
    }

    private static Letter.Content content(LetterKind kind, BoxId box) {
        return kind == LetterKind.UI_ACTION ? new Letter.UiAction(box) : new Letter.Request(box);
    }

    /// The same letter again: the same answer if it says the same.
    static Receipt again(Rows rows, Letter earlier, TurnRequest request) {
        var same = switch (earlier.content()) {
            case Letter.Request(var box) -> request.kind() == LetterKind.TURN && holds(rows, box, request);
            case Letter.UiAction(var box) -> request.kind() == LetterKind.UI_ACTION && holds(rows, box, request);
            case Letter.Steer(var items) -> items.equals(request.context());
            case Letter.Notice _, Letter.Report _, Letter.Stop _, Letter.Broken _ -> false;
        };
        return same ? new Receipt.Duplicate(earlier.turn()) : new Receipt.Conflict(earlier.id());
    }

    private static boolean holds(Rows rows, BoxId box, TurnRequest request) {
        return rows.cards().in(box, 0).stream().map(Card::item).toList().equals(request.context());
    }

    static HeadTransaction openOrCreate(Rows rows, TurnRequest request, IdSource ids) {
        var letter = new Prefetch.AtLetter(request.agent(), request.letter());
        var mail = new Prefetch.AtMail(request.agent());
        var there = HeadTransaction.open(rows, request.agent(), letter, mail);
        if (there.isPresent()) return there.get();
        var output = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        rows.heads().insert(newHead(rows, request, output.id()));
        var tx = HeadTransaction.open(rows, request.agent(), letter, mail)
                .orElseThrow(() -> new IllegalStateException("no head after its insert: " + request.agent()));
        // Somebody else may have been first: then the box is theirs.
        if (tx.head().output().equals(output.id())) rows.cards().insert(output, request.agent());
        return tx;
    }

    private static Head newHead(Rows rows, TurnRequest request, BoxId output) {
        AgentId agent = request.agent();
        return new Head(request.target(), new Idle(agent, Epoch.NONE), rows.now(), output, Head.Tally.NEW);
    }
}
