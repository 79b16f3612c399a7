package dev.pawl.campaign.load;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A piece of a message: where it belongs and when it was sent.
///
/// @param nanos [System#nanoTime] of the sender
record Piece(int message, int place, long nanos) {
    private static final Pattern TEXT = Pattern.compile("#(\\d+)\\.(\\d+)@(-?\\d+) ");

    static Piece now(int message, int place) {
        return new Piece(message, place, System.nanoTime());
    }

    String text(int bytes) {
        var said = "#" + message + "." + place + "@" + nanos + " ";
        return said + ".".repeat(Math.max(0, bytes - said.length()));
    }

    /// The first piece in a text.
    static Optional<Piece> first(String text) {
        var found = TEXT.matcher(text);
        return found.find() ? Optional.of(of(found)) : Optional.empty();
    }

    /// The last piece of a message, when all its pieces are there once and in order.
    static Optional<Piece> lastOfWhole(String text) {
        var found = TEXT.matcher(text);
        Piece last = null;
        for (var i = 0; found.find(); i++) {
            var piece = of(found);
            if (piece.place() != i || (last != null && piece.message() != last.message())) return Optional.empty();
            last = piece;
        }
        return last != null && last.place() == LoadModel.DELTAS - 1 ? Optional.of(last) : Optional.empty();
    }

    private static Piece of(Matcher found) {
        return new Piece(
                Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), Long.parseLong(found.group(3)));
    }
}
