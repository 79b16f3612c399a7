package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.event.Event;
import dev.pawl.id.BoxId;
import dev.pawl.id.IdSource;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Written;
import java.util.List;

/// Writes down what a step brought, before any of its effects begins.
final class Append {
    private Append() {}

    static Written apply(Books books, Gate gate, Entry entry) {
        // A head that has not moved since this process wrote it has not seen this entry either.
        var recalled = Desk.recall(books, gate.agent()).filter(desk -> desk.isHeldBy(gate));
        if (recalled.isPresent()) return write(recalled.get(), gate, entry);
        var desk = Desk.open(books, gate, ahead(entry));
        desk.require(gate);
        return isWritten(books, entry) ? new Written(find(books, entry), desk.letters()) : write(desk, gate, entry);
    }

    private static Written write(Desk desk, Gate gate, Entry entry) {
        var cards = desk.write(gate, entry);
        desk.countTakeovers(0);
        desk.close();
        return new Written(cards, desk.letters());
    }

    private static List<Card> find(Books books, Entry entry) {
        return entry.lines().stream()
                .flatMap(line -> books.cards().find(line.card()).stream())
                .toList();
    }

    /// A new output box with these lines; the old one is kept as it is.
    static BoxId replaceBox(Books books, Gate gate, Entry entry, IdSource ids) {
        var desk = Desk.open(books, gate);
        desk.require(gate);
        if (isWritten(books, entry)) return desk.head().output();
        var box = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        books.cards().insert(box, gate.agent());
        desk.writeTo(box.id());
        desk.tell(gate.turn(), new Event.BoxReplaced(box.id()));
        desk.write(gate, entry);
        desk.countTakeovers(0);
        desk.close();
        return box.id();
    }

    private static Look[] ahead(Entry entry) {
        return entry.lines().stream()
                .limit(1)
                .map(line -> new Look.AtCard(line.card()))
                .toArray(Look[]::new);
    }

    /// Whether this very entry is in the books: the writer asks again after an outcome it did not
    /// see.
    static boolean isWritten(Books books, Entry entry) {
        return !entry.lines().isEmpty()
                && books.cards().find(entry.lines().getFirst().card()).isPresent();
    }
}
