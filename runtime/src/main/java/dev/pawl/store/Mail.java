package dev.pawl.store;

import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The part of an inbox that came with its head's lock, kept in step with what the transaction
/// writes: what waits to be taken, and the first of the queue. Requests and steers cannot come in
/// meanwhile: they need the lock. An answer can, and is then found by the next transaction.
final class Mail {
    private final List<Letter> pending = new ArrayList<>();
    private Optional<Letter> first = Optional.empty();
    private boolean knowsFirst = true;

    /// One row: a letter, if there is any, and how many of the agent's letters are open.
    record Slip(int open, Optional<Letter> letter) {}

    Mail(List<Slip> slips) {
        for (var slip : slips) slip.letter.ifPresent(this::inserted);
    }

    List<Letter> pending() {
        return List.copyOf(pending);
    }

    /// False when the first was taken away: nobody has looked who is behind it.
    boolean knowsFirst() {
        return knowsFirst;
    }

    Optional<Letter> first() {
        return first;
    }

    void inserted(Letter letter) {
        if (letter.state() == LetterState.QUEUED) {
            if (first.isEmpty()) first = Optional.of(letter);
        } else if (letter.state() == LetterState.PENDING
                && !letter.content().kind().opensTurn()) {
            pending.add(letter);
        }
    }

    void saved(Letter letter) {
        pending.replaceAll(each -> each.id().equals(letter.id()) ? letter : each);
        pending.removeIf(each -> each.state() != LetterState.PENDING);
        if (first.isPresent() && first.get().id().equals(letter.id()) && letter.state() != LetterState.QUEUED) {
            first = Optional.empty();
            knowsFirst = false;
        }
    }
}
