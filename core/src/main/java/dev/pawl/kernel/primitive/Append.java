package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.event.Event;
import dev.pawl.id.BoxId;
import dev.pawl.id.IdSource;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.receipt.Written;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.List;

/// Writes down what a step brought, before any of its effects begins.
final class Append {
    private Append() {}

    static Written apply(Rows rows, Gate gate, Entry entry) {
        // A head that has not moved since this process wrote it has not seen this entry either.
        var recalled = HeadTransaction.cached(rows, gate.agent()).filter(tx -> tx.isHeldBy(gate));
        if (recalled.isPresent()) return write(recalled.get(), gate, entry);
        var tx = HeadTransaction.open(rows, gate, ahead(entry));
        tx.require(gate);
        return isWritten(rows, entry) ? new Written(find(rows, entry), tx.letters()) : write(tx, gate, entry);
    }

    private static Written write(HeadTransaction tx, Gate gate, Entry entry) {
        var cards = tx.write(gate, entry);
        tx.countTakeovers(0);
        tx.close();
        return new Written(cards, tx.letters());
    }

    private static List<Card> find(Rows rows, Entry entry) {
        return entry.lines().stream()
                .flatMap(line -> rows.cards().find(line.card()).stream())
                .toList();
    }

    /// A new output box with these lines; the old one is kept as it is.
    static BoxId replaceBox(Rows rows, Gate gate, Entry entry, IdSource ids) {
        var tx = HeadTransaction.open(rows, gate);
        tx.require(gate);
        if (isWritten(rows, entry)) return tx.head().output();
        var box = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        rows.cards().insert(box, gate.agent());
        tx.writeTo(box.id());
        tx.tell(gate.turn(), new Event.BoxReplaced(box.id()));
        tx.write(gate, entry);
        tx.countTakeovers(0);
        tx.close();
        return box.id();
    }

    private static Prefetch[] ahead(Entry entry) {
        return entry.lines().stream()
                .limit(1)
                .map(line -> new Prefetch.AtCard(line.card()))
                .toArray(Prefetch[]::new);
    }

    /// Whether this very entry is in the rows: the writer asks again after an outcome it did not
    /// see.
    static boolean isWritten(Rows rows, Entry entry) {
        return !entry.lines().isEmpty()
                && rows.cards().find(entry.lines().getFirst().card()).isPresent();
    }
}
