package dev.pawl.toml;

/// Reads the four kinds of strings.
final class StringReader {
    private final Cursor cursor;

    StringReader(Cursor cursor) {
        this.cursor = cursor;
    }

    /// The string that begins here with a quote.
    String read() {
        if (cursor.looksAt("\"\"\"")) return manyLines('"');
        if (cursor.looksAt("'''")) return manyLines('\'');
        return oneLine((char) cursor.peek());
    }

    private String oneLine(char quote) {
        int start = cursor.mark();
        cursor.next();
        var text = new StringBuilder();
        while (true) {
            int c = cursor.peek();
            if (c == Cursor.END || c == '\n' || cursor.looksAt("\r\n")) {
                throw cursor.errorAt(start, "this string is not closed on its line");
            }
            if (c == quote) {
                cursor.next();
                return text.toString();
            }
            character(text, quote);
        }
    }

    private String manyLines(char quote) {
        int start = cursor.mark();
        var fence = String.valueOf(quote).repeat(3);
        cursor.skip(3);
        cursor.lineEnd();
        var text = new StringBuilder();
        while (true) {
            if (cursor.atEnd()) throw cursor.errorAt(start, "this string is never closed");
            if (cursor.looksAt(fence)) {
                cursor.skip(3);
                // One or two quotes may stand right before the closing three.
                for (int extra = 0; extra < 2 && cursor.peek() == quote; extra++) text.append((char) cursor.next());
                return text.toString();
            }
            int lineStart = cursor.mark();
            if (cursor.lineEnd()) text.append(cursor.since(lineStart));
            else if (quote == '\'' || !lineGoesOn()) character(text, quote);
        }
    }

    /// A backslash at the end of a line swallows it, and all space and line ends that follow.
    private boolean lineGoesOn() {
        if (cursor.peek() != '\\') return false;
        int start = cursor.mark();
        cursor.next();
        cursor.skipBlanks();
        if (!cursor.lineEnd()) {
            cursor.skip(start - cursor.mark());
            return false;
        }
        do cursor.skipBlanks();
        while (cursor.lineEnd());
        return true;
    }

    private void character(StringBuilder text, char quote) {
        if (quote == '"' && cursor.peek() == '\\') {
            escape(text);
            return;
        }
        cursor.refuseControl();
        text.appendCodePoint(cursor.next());
    }

    private void escape(StringBuilder text) {
        int start = cursor.mark();
        cursor.next();
        int c = cursor.next();
        switch (c) {
            case 'b' -> text.append('\b');
            case 't' -> text.append('\t');
            case 'n' -> text.append('\n');
            case 'f' -> text.append('\f');
            case 'r' -> text.append('\r');
            case '"' -> text.append('"');
            case '\\' -> text.append('\\');
            case 'u' -> text.appendCodePoint(codePoint(start, 4));
            case 'U' -> text.appendCodePoint(codePoint(start, 8));
            default -> throw cursor.errorAt(start, "there is no such escape; a backslash itself is \\\\");
        }
    }

    private int codePoint(int start, int digits) {
        long value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = cursor.atEnd() ? -1 : Character.digit(cursor.peek(), 16);
            if (digit < 0 || cursor.peek() > 'f')
                throw cursor.errorAt(start, digits + " hexadecimal digits were expected");
            value = value * 16 + digit;
            cursor.next();
        }
        if (value > Character.MAX_CODE_POINT || (value >= 0xD800 && value <= 0xDFFF)) {
            throw cursor.errorAt(start, "there is no such character");
        }
        return (int) value;
    }
}
