package dev.pawl.store;

import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The part of an inbox that came with its head's lock, kept in step with what the transaction
/// writes. Requests and steers cannot come in meanwhile: they need the lock. An answer can, and is
/// then found by the next transaction.
final class Mail {
    private final List<Letter> pending = new ArrayList<>();
    private final List<Letter> queue = new ArrayList<>();

    Mail(List<Letter> letters) {
        for (var letter : letters) (letter.state() == LetterState.QUEUED ? queue : pending).add(letter);
    }

    List<Letter> pending() {
        return List.copyOf(pending);
    }

    Optional<Letter> first() {
        return queue.stream().findFirst();
    }

    void inserted(Letter letter) {
        if (letter.state() == LetterState.QUEUED) {
            queue.add(letter);
        } else if (letter.state() == LetterState.PENDING
                && !letter.content().kind().opensTurn()) {
            pending.add(letter);
        }
    }

    void saved(Letter letter) {
        pending.removeIf(each -> each.id().equals(letter.id()) && letter.state() != LetterState.PENDING);
        queue.removeIf(each -> each.id().equals(letter.id()) && letter.state() != LetterState.QUEUED);
    }
}
