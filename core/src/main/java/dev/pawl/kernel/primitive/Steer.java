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
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.ArrayList;
import java.util.List;

/// Adds to the turn under way, without a turn of its own.
final class Steer {
    private static final StepId STEER_STEP = new StepId("steer");

    private Steer() {}

    static Receipt apply(Rows rows, TurnRequest request, Limits limits, IdSource ids) {
        var tx = HeadTransaction.open(
                rows,
                request.agent(),
                new Prefetch.AtLetter(request.agent(), request.letter()),
                new Prefetch.AtMail(request.agent()));
        if (tx.isEmpty() || !(tx.get().state() instanceof Active active)) {
            return Enqueue.apply(rows, request, limits, ids);
        }
        var earlier = rows.inbox().find(request.agent(), request.letter());
        if (earlier.isPresent()) return Enqueue.again(rows, earlier.get(), request);
        var open = rows.inbox().open(request.agent());
        if (open >= limits.inbox()) return new Receipt.InboxFull(open);
        store(tx.get(), active.gate(), request);
        return new Receipt.Steered(active.gate().turn());
    }

    private static void store(HeadTransaction tx, Gate gate, TurnRequest request) {
        var content = new Letter.Steer(request.context());
        tx.rows
                .inbox()
                .insert(new Letter(
                        request.letter(),
                        gate.agent(),
                        tx.nextLetter(),
                        gate.turn(),
                        Epoch.NONE,
                        LetterState.PENDING,
                        content));
        tx.rows
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        request.lineage().source(),
                        gate.agent(),
                        gate.turn(),
                        request.letter().value(),
                        request.lineage().depth()));
        tx.tell(gate.turn(), new Event.TurnSteered(request.letter()));
        tx.ring();
        tx.close();
    }

    /// The pending steers of a turn.
    static List<Letter> waiting(Rows rows, Gate gate) {
        return rows.inbox().pending(gate.agent()).stream()
                .filter(letter -> letter.content() instanceof Letter.Steer)
                .filter(letter -> letter.turn().equals(gate.turn()))
                .toList();
    }

    /// The pending steers of a turn, and the notices for its agent.
    static List<Letter> unread(Rows rows, Gate gate) {
        return rows.inbox().pending(gate.agent()).stream()
                .filter(letter -> letter.content() instanceof Letter.Notice
                        || (letter.content() instanceof Letter.Steer
                                && letter.turn().equals(gate.turn())))
                .toList();
    }

    /// Puts the pending steers and notices at the end of the history.
    static boolean take(Rows rows, Gate gate, Letter.NoticeText text, IdSource ids) {
        var tx = HeadTransaction.open(rows, gate, new Prefetch.AtMail(gate.agent()));
        tx.require(gate);
        var letters = unread(rows, gate);
        if (letters.isEmpty()) return false;
        var lines = new ArrayList<Entry.Line>();
        for (var letter : letters) {
            for (var item : itemsOf(letter, text)) lines.add(new Entry.Line(ids.card(), "user", item));
            rows.inbox().save(letter.become(LetterState.CONSUMED));
        }
        tx.write(gate, new Entry(STEER_STEP, lines));
        tx.close();
        return true;
    }

    private static List<Item> itemsOf(Letter letter, Letter.NoticeText text) {
        return letter.content() instanceof Letter.Notice notice
                ? text.of(notice).stream().toList()
                : itemsOf(letter);
    }

    static List<Item> itemsOf(Letter letter) {
        return letter.content() instanceof Letter.Steer(var items) ? items : List.of();
    }
}
