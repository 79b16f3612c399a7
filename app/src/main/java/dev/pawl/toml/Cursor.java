package dev.pawl.toml;

import java.util.Locale;

/// A place in the text of a document. Not thread-safe.
final class Cursor {
    static final int END = -1;

    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
        if (!text.isEmpty() && text.charAt(0) == '\uFEFF') at = 1;
    }

    /// The character here, or [#END].
    int peek() {
        return at < text.length() ? text.codePointAt(at) : END;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    boolean looksAt(String piece) {
        return text.startsWith(piece, at);
    }

    int next() {
        int c = peek();
        if (c != END) at += Character.charCount(c);
        return c;
    }

    void skip(int characters) {
        at += characters;
    }

    int mark() {
        return at;
    }

    String since(int mark) {
        return text.substring(mark, at);
    }

    /// Spaces and tabs.
    void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) at++;
    }

    /// Blanks, comments and line ends, as between the values of an array.
    void skipSpace() {
        while (true) {
            skipBlanks();
            if (peek() == '#') comment();
            if (!lineEnd()) return;
        }
    }

    /// Takes a line end, if one is here.
    boolean lineEnd() {
        if (peek() == '\n') {
            at++;
            return true;
        }
        if (looksAt("\r\n")) {
            at += 2;
            return true;
        }
        return false;
    }

    /// The rest of a line that must hold nothing more than a comment.
    void endOfLine() {
        skipBlanks();
        if (peek() == '#') comment();
        if (!atEnd() && !lineEnd()) throw error("unexpected " + shown() + "; a new line was expected");
    }

    private void comment() {
        while (!atEnd() && peek() != '\n' && !looksAt("\r\n")) {
            refuseControl();
            next();
        }
    }

    /// Control characters other than the tab may not stand in a document.
    void refuseControl() {
        int c = peek();
        if ((c < 0x20 && c != '\t') || c == 0x7f) throw error(shown() + " may not stand here");
        if (c >= 0xD800 && c <= 0xDFFF) throw error("half a character (" + shown() + ")");
    }

    void expect(char wanted) {
        if (peek() != wanted) throw error("'" + wanted + "' was expected, not " + shown());
        at++;
    }

    /// The character here in words.
    String shown() {
        int c = peek();
        if (c == END) return "the end";
        if (c == '\n' || c == '\r') return "the end of the line";
        if (c < 0x20 || c == 0x7f || (c >= 0xD800 && c <= 0xDFFF)) return "character U+" + hex(c);
        return "'" + Character.toString(c) + "'";
    }

    private static String hex(int c) {
        var digits = Integer.toHexString(c).toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, 4 - digits.length())) + digits;
    }

    TomlError error(String reason) {
        return errorAt(at, reason);
    }

    TomlError errorAt(int mark, String reason) {
        int line = 1;
        int lineStart = 0;
        int end = Math.min(mark, text.length());
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new TomlError(line, text.codePointCount(lineStart, end) + 1, reason);
    }
}
