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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Receipt;
import java.util.List;

/// Stores a request, and dispatches it when the agent is free. The pool that the request names
/// serves the turn it begins; a turn under way stays with the pool that has it.
final class Enqueue {
    private static final StepId REQUEST_STEP = new StepId("request");

    private Enqueue() {}

    static Receipt apply(Books books, TurnRequest request, Limits limits, IdSource ids) {
        if (request.lineage().tooDeep())
            return new Receipt.TooDeep(request.lineage().depth());
        var recalled = Desk.recall(books, request.agent()).filter(desk -> hasRoom(desk, request, limits));
        if (recalled.isPresent()) return acceptRecalled(recalled.get(), request, ids);
        var desk = openOrCreate(books, request, ids);
        var earlier = books.inbox().find(request.agent(), request.letter());
        if (earlier.isPresent()) return again(books, earlier.get(), request);
        if (desk.state() instanceof Active active) {
            if (request.kind() == LetterKind.UI_ACTION)
                return new Receipt.Busy(active.gate().turn());
            var open = books.inbox().open(request.agent());
            if (open >= limits.inbox()) return new Receipt.InboxFull(open);
        }
        if (desk.state() instanceof Idle) desk.serveBy(request.target());
        var letter = store(desk, request.letter(), request.kind(), request.context(), request.lineage(), ids);
        var dispatched = Dispatch.next(desk, ids);
        desk.close();
        return new Receipt.Accepted(letter.turn(), dispatched);
    }

    /// Whether the request is accepted if the head is as it is remembered. What refuses it is
    /// looked at under the lock.
    private static boolean hasRoom(Desk desk, TurnRequest request, Limits limits) {
        return switch (desk.state()) {
            case Idle _ -> true;
            case Dispatched _ ->
                request.kind() == LetterKind.TURN && desk.books.inbox().open(request.agent()) < limits.inbox();
            case Running _, Suspended _ -> false;
        };
    }

    /// An idle agent has no queue. A letter that was here before is refused by the inbox's key, and
    /// found when the work is done again.
    private static Receipt acceptRecalled(Desk desk, TurnRequest request, IdSource ids) {
        var isIdle = desk.state() instanceof Idle;
        if (isIdle) desk.serveBy(request.target());
        var letter = store(desk, request.letter(), request.kind(), request.context(), request.lineage(), ids);
        if (isIdle) Dispatch.bind(desk, letter);
        desk.close();
        return new Receipt.Accepted(letter.turn(), isIdle);
    }

    /// The letter, its context box, its turn and its edge; queued.
    static Letter store(
            Desk desk, LetterId letter, LetterKind kind, List<Item> context, Lineage lineage, IdSource ids) {
        var agent = desk.head().agent();
        var turn = ids.turn();
        var origin = new Card.Origin(agent, turn, Epoch.NONE, REQUEST_STEP);
        var cards = context.stream()
                .map(item -> new Card(ids.card(), origin, lineage.source(), item, desk.now))
                .toList();
        var box = new Box(
                ids.box(), Box.Kind.CONTEXT, cards.stream().map(Card::id).toList());
        desk.books.cards().insert(cards);
        desk.books.cards().insert(box, agent);
        desk.books.turns().insert(new Turn(turn, agent, letter, box.id(), lineage, new Turn.Ending.Open()));
        var stored = new Letter(
                letter, agent, desk.nextLetter(), turn, Epoch.NONE, LetterState.QUEUED, content(kind, box.id()));
        desk.books.inbox().insert(stored);
        desk.books
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        lineage.source(),
                        agent,
                        turn,
                        letter.value(),
                        lineage.depth()));
        desk.tell(turn, new Event.TurnQueued(letter));
        return stored;
    }

    private static Letter.Content content(LetterKind kind, BoxId box) {
        return kind == LetterKind.UI_ACTION ? new Letter.UiAction(box) : new Letter.Request(box);
    }

    /// The same letter again: the same answer if it says the same.
    static Receipt again(Books books, Letter earlier, TurnRequest request) {
        var same = switch (earlier.content()) {
            case Letter.Request(var box) -> request.kind() == LetterKind.TURN && holds(books, box, request);
            case Letter.UiAction(var box) -> request.kind() == LetterKind.UI_ACTION && holds(books, box, request);
            case Letter.Steer(var items) -> items.equals(request.context());
            case Letter.Report _, Letter.Stop _, Letter.Broken _ -> false;
        };
        return same ? new Receipt.Duplicate(earlier.turn()) : new Receipt.Conflict(earlier.id());
    }

    private static boolean holds(Books books, BoxId box, TurnRequest request) {
        return books.cards().in(box, 0).stream().map(Card::item).toList().equals(request.context());
    }

    static Desk openOrCreate(Books books, TurnRequest request, IdSource ids) {
        var letter = new Look.AtLetter(request.agent(), request.letter());
        var mail = new Look.AtMail(request.agent());
        var there = Desk.open(books, request.agent(), letter, mail);
        if (there.isPresent()) return there.get();
        var output = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        books.heads().insert(newHead(books, request, output.id()));
        var desk = Desk.open(books, request.agent(), letter, mail)
                .orElseThrow(() -> new IllegalStateException("no head after its insert: " + request.agent()));
        // Somebody else may have been first: then the box is theirs.
        if (desk.head().output().equals(output.id())) books.cards().insert(output, request.agent());
        return desk;
    }

    private static Head newHead(Books books, TurnRequest request, BoxId output) {
        AgentId agent = request.agent();
        return new Head(request.target(), new Idle(agent, Epoch.NONE), books.now(), output, Head.Tally.NEW);
    }
}
