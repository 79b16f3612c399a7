package dev.pawl.provider;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.TextDelta;
import java.util.Queue;

/// A message on its way. It is announced with its first word: one that stays blank is none.
final class Utterance {
    private final String id;
    private final String phase;
    private final boolean announced;
    private final StringBuilder text = new StringBuilder();
    private boolean begun;

    Utterance(String id, String phase) {
        this(id, phase, true);
    }

    private Utterance(String id, String phase, boolean announced) {
        this.id = id;
        this.phase = phase;
        this.announced = announced;
    }

    /// Words of a message that the server never began.
    static Utterance unannounced(String id) {
        return new Utterance(id, "", false);
    }

    void add(String piece, Queue<ModelEvent> out) {
        if (piece.isEmpty()) return;
        text.append(piece);
        if (begun) {
            out.add(new TextDelta(id, piece));
        } else if (!piece.isBlank()) {
            begun = true;
            if (announced) out.add(new ItemBegan(id, "message", phase));
            out.add(new TextDelta(id, text.toString()));
        }
    }

    String id() {
        return id;
    }

    String text() {
        return text.toString();
    }

    boolean isBlank() {
        return !begun;
    }
}
