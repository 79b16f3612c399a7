package dev.pawl.tui.compose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was sent before, in this thread and others, for the arrow keys and a search backwards.
public final class PromptHistory {
    private static final int MOST = 1000;

    private final List<String> texts = new ArrayList<>();
    /// Which one is shown; behind the last when none is.
    private int at;
    private String draft = "";

    public PromptHistory(List<String> earlier) {
        texts.addAll(earlier);
        at = texts.size();
    }

    void addBefore(List<String> earlier) {
        texts.addAll(0, earlier);
        at += earlier.size();
    }

    public void add(String text) {
        if (!text.isBlank() && (texts.isEmpty() || !texts.getLast().equals(text))) texts.add(text);
        if (texts.size() > MOST) texts.removeFirst();
        at = texts.size();
        draft = "";
    }

    /// The one before the one that is shown.
    ///
    /// @param current what stands in the field, to come back to
    public Optional<String> older(String current) {
        if (at == 0) return Optional.empty();
        if (at == texts.size()) draft = current;
        return Optional.of(texts.get(--at));
    }

    public Optional<String> newer() {
        if (at >= texts.size()) return Optional.empty();
        at++;
        return Optional.of(at == texts.size() ? draft : texts.get(at));
    }

    /// Whether this text is the one that was brought back last: then arrows go on with it.
    public boolean isShowing(String text) {
        return at < texts.size() && texts.get(at).equals(text);
    }

    /// The latest that contains these words, before the number of hits that are passed over.
    public Optional<String> search(String words, int passedOver) {
        var left = passedOver;
        for (var i = texts.size() - 1; i >= 0; i--) {
            if (texts.get(i).contains(words) && left-- == 0) return Optional.of(texts.get(i));
        }
        return Optional.empty();
    }

    public void reset() {
        at = texts.size();
        draft = "";
    }
}
