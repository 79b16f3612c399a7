package dev.pawl.kernel.primitive;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.Epoch;
import dev.pawl.id.IdSource;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Receipt;
import java.util.ArrayList;
import java.util.List;

/// Adds to the turn under way, without a turn of its own.
final class Steer {
    private static final StepId STEER_STEP = new StepId("steer");

    private Steer() {}

    static Receipt apply(Books books, TurnRequest request, Limits limits, IdSource ids) {
        var desk = Desk.open(
                books,
                request.agent(),
                new Look.AtLetter(request.agent(), request.letter()),
                new Look.AtMail(request.agent()));
        if (desk.isEmpty() || !(desk.get().state() instanceof Active active)) {
            return Enqueue.apply(books, request, limits, ids);
        }
        var earlier = books.inbox().find(request.agent(), request.letter());
        if (earlier.isPresent()) return Enqueue.again(books, earlier.get(), request);
        var open = books.inbox().open(request.agent());
        if (open >= limits.inbox()) return new Receipt.InboxFull(open);
        store(desk.get(), active.gate(), request);
        return new Receipt.Steered(active.gate().turn());
    }

    private static void store(Desk desk, Gate gate, TurnRequest request) {
        var content = new Letter.Steer(request.context());
        desk.books
                .inbox()
                .insert(new Letter(
                        request.letter(),
                        gate.agent(),
                        desk.nextLetter(),
                        gate.turn(),
                        Epoch.NONE,
                        LetterState.PENDING,
                        content));
        desk.books
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        request.lineage().source(),
                        gate.agent(),
                        gate.turn(),
                        request.letter().value(),
                        request.lineage().depth()));
        desk.tell(gate.turn(), new Event.TurnSteered(request.letter()));
        desk.ring();
        desk.close();
    }

    /// The pending steers of a turn.
    static List<Letter> waiting(Books books, Gate gate) {
        return books.inbox().pending(gate.agent()).stream()
                .filter(letter -> letter.content() instanceof Letter.Steer)
                .filter(letter -> letter.turn().equals(gate.turn()))
                .toList();
    }

    /// Puts the pending steers at the end of the history.
    static boolean take(Books books, Gate gate, IdSource ids) {
        var desk = Desk.open(books, gate, new Look.AtMail(gate.agent()));
        desk.require(gate);
        var letters = waiting(books, gate);
        if (letters.isEmpty()) return false;
        var lines = new ArrayList<Entry.Line>();
        for (var letter : letters) {
            for (var item : itemsOf(letter)) lines.add(new Entry.Line(ids.card(), "user", item));
            books.inbox().save(letter.become(LetterState.CONSUMED));
        }
        desk.write(gate, new Entry(STEER_STEP, lines));
        desk.close();
        return true;
    }

    static List<Item> itemsOf(Letter letter) {
        return letter.content() instanceof Letter.Steer(var items) ? items : List.of();
    }
}
