package dev.pawl.json;

import java.util.ArrayList;
import java.util.Arrays;

/// Reads one JSON text into a tree, as RFC 8259 has it and nothing more lenient. Nesting is
/// bounded: a deep text is refused, not a stack overflow.
final class JsonReader {
    private static final int DEEPEST = 500;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    static Json read(String text) {
        var reader = new JsonReader(text);
        reader.skipSpace();
        if (reader.at == text.length()) throw new BadJson("empty text where JSON was expected");
        var value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) throw reader.broken("more text after the value");
        return value;
    }

    private Json value() {
        if (at >= text.length()) throw broken("it ends too early");
        var c = text.charAt(at);
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Str(string());
            case 't' -> word("true", Json.Bool.TRUE);
            case 'f' -> word("false", Json.Bool.FALSE);
            case 'n' -> word("null", Json.Null.NULL);
            default -> {
                if (c == '-' || isDigit(c)) yield number();
                throw broken("unexpected " + shown(c));
            }
        };
    }

    private Json word(String word, Json meaning) {
        if (!text.startsWith(word, at)) throw broken("unexpected " + shown(text.charAt(at)));
        at += word.length();
        return meaning;
    }

    private Json object() {
        enter();
        var names = new String[8];
        var values = new Json[8];
        var count = 0;
        if (!closed('}')) {
            do {
                skipSpace();
                if (peek() != '"') throw broken("expected a name in quotes");
                if (count == names.length) {
                    names = Arrays.copyOf(names, count * 2);
                    values = Arrays.copyOf(values, count * 2);
                }
                names[count] = string();
                skipSpace();
                if (peek() != ':') throw broken("expected a colon after a name");
                at++;
                skipSpace();
                values[count++] = value();
            } while (another('}'));
        }
        depth--;
        return count == 0 ? Json.object() : new Json.Obj(Fields.of(names, values, count));
    }

    private Json array() {
        enter();
        var elements = new ArrayList<Json>();
        if (!closed(']')) {
            do {
                skipSpace();
                elements.add(value());
            } while (another(']'));
        }
        depth--;
        return new Json.Arr(elements);
    }

    private void enter() {
        at++;
        if (++depth > DEEPEST) throw broken("it is nested more than " + DEEPEST + " deep");
    }

    /// Whether it is empty; past its end then.
    private boolean closed(char end) {
        skipSpace();
        if (peek() != end) return false;
        at++;
        return true;
    }

    /// Past a comma to the next, or past the end.
    private boolean another(char end) {
        skipSpace();
        var c = peek();
        if (c != ',' && c != end) throw broken(at < text.length() ? "unexpected " + shown(c) : "it ends too early");
        at++;
        return c == ',';
    }

    private Json number() {
        var start = at;
        while (at < text.length() && isOfNumber(text.charAt(at))) at++;
        var digits = text.substring(start, at);
        if (!isNumber(digits)) {
            at = start;
            throw broken("not a number: " + JsonText.shortened(digits));
        }
        return new Json.Num(digits);
    }

    private String string() {
        var start = ++at;
        while (at < text.length()) {
            var c = text.charAt(at);
            if (c == '"') return text.substring(start, at++);
            if (c == '\\') return escaped(new StringBuilder().append(text, start, at));
            if (c < ' ') throw broken("a bare " + shown(c) + " in a string");
            at++;
        }
        throw broken("a string without an end");
    }

    private String escaped(StringBuilder value) {
        while (at < text.length()) {
            var c = text.charAt(at++);
            if (c == '"') return value.toString();
            if (c < ' ') throw broken("a bare " + shown(c) + " in a string");
            value.append(c == '\\' ? escape() : c);
        }
        throw broken("a string without an end");
    }

    private char escape() {
        var c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw broken("an unknown escape \\" + c);
        };
    }

    private char unicode() {
        var code = 0;
        for (var i = 0; i < 4; i++) {
            var digit = Character.digit(peek(), 16);
            if (digit < 0 || peek() > 'f') throw broken("an escape \\u without four digits");
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipSpace() {
        while (at < text.length()) {
            var c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
            at++;
        }
    }

    /// Whether the whole text is a number as JSON writes them.
    static boolean isNumber(String digits) {
        var end = digits.length();
        var i = digits.startsWith("-") ? 1 : 0;
        var whole = pastDigits(digits, i);
        if (whole == i || (digits.charAt(i) == '0' && whole > i + 1)) return false;
        i = whole;
        if (i < end && digits.charAt(i) == '.') {
            var fraction = pastDigits(digits, i + 1);
            if (fraction == i + 1) return false;
            i = fraction;
        }
        if (i < end && (digits.charAt(i) == 'e' || digits.charAt(i) == 'E')) {
            i++;
            if (i < end && (digits.charAt(i) == '+' || digits.charAt(i) == '-')) i++;
            var exponent = pastDigits(digits, i);
            if (exponent == i) return false;
            i = exponent;
        }
        return i == end;
    }

    private static int pastDigits(String text, int from) {
        var i = from;
        while (i < text.length() && isDigit(text.charAt(i))) i++;
        return i;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isOfNumber(char c) {
        return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
    }

    private static String shown(char c) {
        return c < ' ' ? String.format("control character U+%04X", (int) c) : "'" + c + "'";
    }

    private BadJson broken(String why) {
        var line = 1;
        var begin = 0;
        var until = Math.min(at, text.length());
        for (var i = text.indexOf('\n'); i >= 0 && i < until; i = text.indexOf('\n', i + 1)) {
            line++;
            begin = i + 1;
        }
        return new BadJson("broken JSON at line " + line + ", column " + (until - begin + 1) + ": " + why);
    }
}
