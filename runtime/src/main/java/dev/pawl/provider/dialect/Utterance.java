package dev.pawl.provider.dialect;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.TextDelta;
import java.util.Queue;

/// A message on its way. It is announced with its first word: one that stays blank is none.
public final class Utterance {
    private final String id;
    private final String phase;
    private final boolean announced;
    private final StringBuilder text = new StringBuilder();
    private boolean begun;

    public Utterance(String id, String phase) {
        this(id, phase, true);
    }

    private Utterance(String id, String phase, boolean announced) {
        this.id = id;
        this.phase = phase;
        this.announced = announced;
    }

    /// Words of a message that the server never began.
    public static Utterance unannounced(String id) {
        return new Utterance(id, "", false);
    }

    public void add(String piece, Queue<ModelEvent> out) {
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

    public String id() {
        return id;
    }

    public String text() {
        return text.toString();
    }

    public boolean isBlank() {
        return !begun;
    }
}
