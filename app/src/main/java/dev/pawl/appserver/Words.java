package dev.pawl.appserver;

import dev.pawl.event.Live;
import dev.pawl.id.TurnId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Live words of one thread that were heard and not told yet. Safe for use by many threads.
///
/// Nothing is dropped: once many wait, words that follow each other in one item become one.
final class Words {
    private static final int MANY = 16_384;

    private final ArrayDeque<Word> waiting = new ArrayDeque<>();

    /// What was heard: which item it belongs to, what kind it is, and the text so far.
    static final class Word {
        final TurnId turn;
        final Live first;
        final String item;
        final StringBuilder text = new StringBuilder();

        private Word(TurnId turn, Live first) {
            this.turn = turn;
            this.first = first;
            this.item = switch (first) {
                case Live.ItemBegan(var card, var _, var _) -> card.value();
                case Live.TextDelta(var card, var _) -> card.value();
                case Live.ReasoningDelta(var card, var _, var _) -> card.value();
                case Live.OutputDelta(var call, var _) -> call.value();
            };
            text.append(textOf(first));
        }

        private static String textOf(Live live) {
            return switch (live) {
                case Live.ItemBegan _ -> "";
                case Live.TextDelta(var _, var text) -> text;
                case Live.ReasoningDelta(var _, var _, var text) -> text;
                case Live.OutputDelta(var _, var text) -> text;
            };
        }

        private boolean goesOnWith(Word next) {
            if (!item.equals(next.item) || !turn.equals(next.turn)) return false;
            return switch (first) {
                case Live.ItemBegan _ -> false;
                case Live.TextDelta _ -> next.first instanceof Live.TextDelta;
                case Live.ReasoningDelta(var _, var part, var _) ->
                    next.first instanceof Live.ReasoningDelta(var _, var other, var _) && part == other;
                case Live.OutputDelta _ -> next.first instanceof Live.OutputDelta;
            };
        }
    }

    synchronized void add(TurnId turn, Live live) {
        var word = new Word(turn, live);
        if (waiting.size() >= MANY && waiting.getLast().goesOnWith(word))
            waiting.getLast().text.append(word.text);
        else waiting.add(word);
    }

    /// All that wait, in order; they wait no more.
    synchronized List<Word> take() {
        if (waiting.isEmpty()) return List.of();
        var taken = new ArrayList<>(waiting);
        waiting.clear();
        return taken;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }
}
