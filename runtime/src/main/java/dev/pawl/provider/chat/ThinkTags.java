package dev.pawl.provider.chat;

/// Splits a text whose thoughts stand in front of it between tags, as local models write them. The
/// pieces of a text may break anywhere, also inside a tag.
final class ThinkTags {
    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    private enum State {
        START,
        INSIDE,
        BEHIND,
        TEXT
    }

    private final StringBuilder held = new StringBuilder();
    private final StringBuilder before = new StringBuilder();
    private final StringBuilder after = new StringBuilder();
    private boolean thinks;
    private State state = State.START;

    /// What a piece adds to the thoughts and to the text.
    record Split(String thought, String text) {
        private static final Split NOTHING = new Split("", "");
    }

    Split read(String piece) {
        if (state == State.TEXT) return new Split("", piece);
        if (piece.isEmpty()) return Split.NOTHING;
        held.append(piece);
        if (state == State.START && !begins()) return state == State.START ? Split.NOTHING : flush();
        var thought = state == State.INSIDE ? inside() : "";
        if (state == State.INSIDE) return new Split(thought, "");
        return new Split(thought, behind());
    }

    /// Whether the tag has come; without one the text is a text.
    private boolean begins() {
        var from = spaces(0);
        var rest = held.substring(from);
        if (rest.startsWith(OPEN)) {
            before.append(held, 0, from + OPEN.length());
            held.delete(0, from + OPEN.length());
            state = State.INSIDE;
            return true;
        }
        if (!OPEN.startsWith(rest)) state = State.TEXT;
        return false;
    }

    private String inside() {
        if (!thinks) {
            var from = spaces(0);
            before.append(held, 0, from);
            held.delete(0, from);
        }
        var close = held.indexOf(CLOSE);
        var end = close >= 0 ? close : held.length() - partial();
        while (end > 0 && Character.isWhitespace(held.charAt(end - 1))) end--;
        var thought = held.substring(0, end);
        thinks |= !thought.isEmpty();
        if (close >= 0) {
            after.append(held, end, close + CLOSE.length());
            held.delete(0, close + CLOSE.length());
            state = State.BEHIND;
        } else {
            held.delete(0, end);
        }
        return thought;
    }

    /// How much of the end may be the beginning of the closing tag.
    private int partial() {
        for (var length = Math.min(CLOSE.length() - 1, held.length()); length > 0; length--) {
            if (CLOSE.startsWith(held.substring(held.length() - length))) return length;
        }
        return 0;
    }

    private String behind() {
        var from = spaces(0);
        after.append(held, 0, from);
        held.delete(0, from);
        if (held.isEmpty()) return "";
        state = State.TEXT;
        return rest();
    }

    private int spaces(int from) {
        var at = from;
        while (at < held.length() && Character.isWhitespace(held.charAt(at))) at++;
        return at;
    }

    private Split flush() {
        return new Split("", rest());
    }

    private String rest() {
        var rest = held.toString();
        held.setLength(0);
        return rest;
    }

    /// The text has ended: what was held back is what it looks like.
    Split end() {
        var split = switch (state) {
            case INSIDE -> new Split(rest(), "");
            case START -> new Split("", rest());
            case BEHIND, TEXT -> Split.NOTHING;
        };
        state = State.TEXT;
        return split;
    }

    /// What stood around the thoughts; empty where there was no tag.
    String before() {
        return before.toString();
    }

    String after() {
        return after.toString();
    }
}
