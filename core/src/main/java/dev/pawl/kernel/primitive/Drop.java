package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event.ItemRecorded;
import dev.pawl.event.Event.TurnDelivered;
import dev.pawl.event.Event.TurnsDropped;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.IdSource;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.kernel.rows.Rows;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Takes the last turns out of what an agent reads: its new output box ends where the turn before
/// them ended. The old box, the cards and the log stay, so that a dropped turn can still be forked
/// from.
final class Drop {
    private static final int PAGE = 500;

    private Drop() {}

    static Dropped apply(Rows rows, AgentId agent, long asOf, List<TurnId> turns, IdSource ids) {
        if (turns.isEmpty()) return new Dropped.Done(0);
        var opened = HeadTransaction.open(rows, agent);
        if (opened.isEmpty()) return new Dropped.Changed();
        var tx = opened.get();
        if (isDone(rows, tx.head(), asOf, turns)) return new Dropped.Done(turns.size());
        if (tx.state() instanceof Active active)
            return new Dropped.Busy(active.gate().turn());
        if (tx.head().tally().events() != asOf) return new Dropped.Changed();
        var box = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        rows.cards().insert(box, agent);
        lastKept(rows, tx.head(), turns)
                .or(() -> beforeTheFirst(rows, tx.head()))
                .ifPresent(cut -> rows.cards().share(cut.box(), cut.last(), box.id()));
        tx.writeTo(box.id());
        tx.tell(turns.getFirst(), new TurnsDropped(turns, box.id()));
        tx.close();
        return new Dropped.Done(turns.size());
    }

    /// Whether this very drop is in the log: whoever asks again did not see the answer.
    private static boolean isDone(Rows rows, Head head, long asOf, List<TurnId> turns) {
        return head.tally().events() > asOf
                && rows.log().after(head.agent(), asOf, 1).stream()
                        .anyMatch(logged ->
                                logged.event() instanceof TurnsDropped(var dropped, var _) && dropped.equals(turns));
    }

    /// The last card that is still read, in the box where it was written.
    private record Cut(BoxId box, CardId last) {}

    /// The end of the last turn that stands, from the end of the log.
    private static Optional<Cut> lastKept(Rows rows, Head head, List<TurnId> turns) {
        var gone = new HashSet<>(turns);
        long before = head.tally().events();
        while (before > 0) {
            long after = Math.max(0, before - PAGE);
            var page = rows.log().after(head.agent(), after, (int) (before - after));
            for (var logged : page.reversed()) {
                if (logged.event() instanceof TurnsDropped(var earlier, var _)) gone.addAll(earlier);
                if (logged.event() instanceof TurnDelivered(var card, var _, var box) && !gone.contains(logged.turn()))
                    return Optional.of(new Cut(box, card));
            }
            before = after;
        }
        return Optional.empty();
    }

    /// What the agent had before its first turn: what it inherited, and what it was briefed with.
    /// Every box that holds the turn's first card has the same in front of it.
    private static Optional<Cut> beforeTheFirst(Rows rows, Head head) {
        var box = firstCard(rows, head).flatMap(card -> rows.cards().outputWith(head.agent(), card));
        if (box.isEmpty()) return Optional.empty();
        Optional<Cut> cut = Optional.empty();
        for (var card : rows.cards().in(box.get(), 0)) {
            if (isOwn(rows, head, card) && !(card.item() instanceof Item.Briefing)) break;
            cut = Optional.of(new Cut(box.get(), card.id()));
        }
        return cut;
    }

    private static Optional<CardId> firstCard(Rows rows, Head head) {
        for (var logged : rows.log().after(head.agent(), 0, PAGE)) {
            if (logged.event() instanceof ItemRecorded(var card, var _, var _)) return Optional.of(card);
        }
        return Optional.empty();
    }

    private static boolean isOwn(Rows rows, Head head, Card card) {
        return card.origin().agent().equals(head.agent())
                && rows.turns().find(card.origin().turn()).isPresent();
    }
}
