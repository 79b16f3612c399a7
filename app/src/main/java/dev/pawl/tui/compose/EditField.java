package dev.pawl.tui.compose;

import dev.pawl.tui.text.Width;

/// Text with a caret between two characters, and the usual ways to move and change it. What a
/// reader takes for one character is moved over and deleted as one.
///
/// Not safe for use by many threads.
public final class EditField {
    private String text = "";
    private int caret;
    private String killed = "";

    public String text() {
        return text;
    }

    public int caret() {
        return caret;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// With the caret behind it.
    public void set(String other) {
        text = other;
        caret = other.length();
    }

    public void set(String other, int place) {
        text = other;
        caret = Math.clamp(place, 0, other.length());
    }

    public void insert(String more) {
        text = text.substring(0, caret) + more + text.substring(caret);
        caret += more.length();
    }

    /// Puts other text in the place of a part, with the caret behind it.
    public void replace(int from, int to, String other) {
        text = text.substring(0, from) + other + text.substring(to);
        caret = from + other.length();
    }

    public void left() {
        if (caret > 0) caret = Width.before(text, caret);
    }

    public void right() {
        if (caret < text.length()) caret = Width.next(text, caret);
    }

    public void wordLeft() {
        caret = wordBefore();
    }

    public void wordRight() {
        caret = wordBehind();
    }

    /// To the beginning of this line.
    public void home() {
        caret = lineStart();
    }

    public void end() {
        caret = lineEnd();
    }

    /// A line up, at the same column as far as there is one.
    ///
    /// @return whether there was a line to go to
    public boolean up() {
        var start = lineStart();
        if (start == 0) return false;
        var column = Width.of(text.substring(start, caret));
        var above = text.lastIndexOf('\n', start - 2) + 1;
        caret = above + Width.head(text.substring(above, start - 1), column).length();
        return true;
    }

    public boolean down() {
        var end = lineEnd();
        if (end == text.length()) return false;
        var column = Width.of(text.substring(lineStart(), caret));
        var below = end + 1;
        var last = text.indexOf('\n', below);
        var line = text.substring(below, last < 0 ? text.length() : last);
        caret = below + Width.head(line, column).length();
        return true;
    }

    public void deleteLeft() {
        if (caret == 0) return;
        var from = Width.before(text, caret);
        replace(from, caret, "");
    }

    public void deleteRight() {
        if (caret < text.length()) text = text.substring(0, caret) + text.substring(Width.next(text, caret));
    }

    public void killWordLeft() {
        kill(wordBefore(), caret);
    }

    public void killWordRight() {
        kill(caret, wordBehind());
    }

    public void killToHome() {
        kill(lineStart() == caret && caret > 0 ? caret - 1 : lineStart(), caret);
    }

    public void killToEnd() {
        kill(caret, lineEnd() == caret && caret < text.length() ? caret + 1 : lineEnd());
    }

    /// What was killed last, again.
    public void yank() {
        insert(killed);
    }

    private void kill(int from, int to) {
        if (from == to) return;
        killed = text.substring(from, to);
        replace(from, to, "");
    }

    private int lineStart() {
        return caret == 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1;
    }

    private int lineEnd() {
        var end = text.indexOf('\n', caret);
        return end < 0 ? text.length() : end;
    }

    private int wordBefore() {
        var at = caret;
        while (at > 0 && !Character.isLetterOrDigit(text.charAt(at - 1))) at--;
        while (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) at--;
        return at;
    }

    private int wordBehind() {
        var at = caret;
        while (at < text.length() && !Character.isLetterOrDigit(text.charAt(at))) at++;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) at++;
        return at;
    }
}
