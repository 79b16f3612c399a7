package dev.pawl.follow;

import dev.pawl.event.Live;
import dev.pawl.id.TurnId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Live words of one thread that came in and were not delivered yet. Safe for use by many threads.
///
/// Nothing is dropped: once many wait, words that follow each other in one item become one.
final class LiveBuffer {
    private static final int MANY = 16_384;

    private final ArrayDeque<Word> waiting = new ArrayDeque<>();

    /// One or more live words of the same kind and item.
    static final class Word {
        final TurnId turn;
        final String item;
        private final Live first;
        private final StringBuilder text = new StringBuilder();

        private Word(TurnId turn, Live first) {
            this.turn = turn;
            this.first = first;
            this.item = switch (first) {
                case Live.ItemBegan(var card, var _, var _) -> card.value();
                case Live.TextDelta(var card, var _) -> card.value();
                case Live.ReasoningDelta(var card, var _, var _) -> card.value();
                case Live.OutputDelta(var call, var _) -> call.value();
            };
        }

        /// All of them as one.
        Live live() {
            if (text.isEmpty()) return first;
            return switch (first) {
                case Live.ItemBegan began -> began;
                case Live.TextDelta(var card, var words) -> new Live.TextDelta(card, words + text);
                case Live.ReasoningDelta(var card, var part, var words) ->
                    new Live.ReasoningDelta(card, part, words + text);
                case Live.OutputDelta(var call, var words) -> new Live.OutputDelta(call, words + text);
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

        private String words() {
            return switch (first) {
                case Live.ItemBegan _ -> "";
                case Live.TextDelta(var _, var words) -> words;
                case Live.ReasoningDelta(var _, var _, var words) -> words;
                case Live.OutputDelta(var _, var words) -> words;
            };
        }
    }

    synchronized void add(TurnId turn, Live live) {
        var word = new Word(turn, live);
        if (waiting.size() >= MANY && waiting.getLast().goesOnWith(word))
            waiting.getLast().text.append(word.words());
        else waiting.add(word);
    }

    /// Takes out all that wait, in order.
    synchronized List<Word> take() {
        if (waiting.isEmpty()) return List.of();
        var taken = new ArrayList<>(waiting);
        waiting.clear();
        return taken;
    }
}
