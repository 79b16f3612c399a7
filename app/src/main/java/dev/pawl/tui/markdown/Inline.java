package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Span;
import java.util.ArrayList;
import java.util.List;

/// The marks inside one line of Markdown: code, emphasis, links. What is not closed is text.
final class Inline {
    private static final String ESCAPED = "\\`*_{}[]()#+-.!~|<>";

    private final String text;
    private final List<Span> spans = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private final Role role;
    private int at;

    private Inline(String text, Role role) {
        this.text = text;
        this.role = role;
    }

    static Line parse(String text) {
        return new Line(new Inline(text, Role.PLAIN).spans());
    }

    private List<Span> spans() {
        while (at < text.length()) {
            var c = text.charAt(at);
            var taken = switch (c) {
                case '\\' -> escaped();
                case '`' -> code();
                case '*', '_', '~' -> marked(c);
                case '[' -> link();
                case '!' -> at + 1 < text.length() && text.charAt(at + 1) == '[' && picture();
                case '<' -> bracketed();
                case 'h' -> address();
                default -> false;
            };
            if (!taken) plain.append(text.charAt(at++));
        }
        flush();
        return spans;
    }

    private void flush() {
        if (!plain.isEmpty()) spans.add(new Span(plain.toString(), role));
        plain.setLength(0);
    }

    private void add(String words, Role as) {
        flush();
        if (!words.isEmpty()) spans.add(new Span(words, as));
    }

    private boolean escaped() {
        if (at + 1 >= text.length() || ESCAPED.indexOf(text.charAt(at + 1)) < 0) return false;
        plain.append(text.charAt(at + 1));
        at += 2;
        return true;
    }

    private boolean code() {
        var ticks = 1;
        while (at + ticks < text.length() && text.charAt(at + ticks) == '`') ticks++;
        var mark = "`".repeat(ticks);
        var end = text.indexOf(mark, at + ticks);
        if (end < 0) {
            plain.append(mark);
            at += ticks;
            return true;
        }
        var inner = text.substring(at + ticks, end);
        add(inner.isBlank() ? inner : inner.strip(), Role.CODE);
        at = end + ticks;
        return true;
    }

    /// `*`, `**`, `_`, `__`, `~~`: opens before and closes behind something that is no blank, and
    /// an underscore inside a word is a letter.
    private boolean marked(char c) {
        var twice = at + 1 < text.length() && text.charAt(at + 1) == c;
        if (c == '~' && !twice) return false;
        var mark = twice ? String.valueOf(c).repeat(2) : String.valueOf(c);
        var from = at + mark.length();
        if (from >= text.length() || text.charAt(from) == ' ') return false;
        if (c == '_' && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) return false;
        for (var end = text.indexOf(mark, from + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
            var behind = end + mark.length();
            var isLonger = behind < text.length() && text.charAt(behind) == c;
            if (text.charAt(end - 1) == ' ' || (isLonger && !twice)) {
                if (isLonger && !twice) end++;
                continue;
            }
            if (c == '_' && behind < text.length() && Character.isLetterOrDigit(text.charAt(behind))) continue;
            flush();
            var inner = c == '~' ? Role.STRUCK : twice ? Role.STRONG : role == Role.STRONG ? role : Role.EMPHASIS;
            spans.addAll(new Inline(text.substring(from, end), inner).spans());
            at = behind;
            return true;
        }
        return false;
    }

    private boolean link() {
        var close = text.indexOf("](", at);
        var end = close < 0 ? -1 : text.indexOf(')', close);
        if (end < 0 || text.substring(at + 1, close).indexOf('[') >= 0) return false;
        var words = text.substring(at + 1, close);
        var address = text.substring(close + 2, end);
        add(words, Role.LINK);
        if (!address.equals(words) && !address.isEmpty()) add(" (" + address + ")", Role.FAINT);
        at = end + 1;
        return true;
    }

    private boolean picture() {
        var close = text.indexOf("](", at);
        var end = close < 0 ? -1 : text.indexOf(')', close);
        if (end < 0) return false;
        add("[image: " + text.substring(at + 2, close) + "]", Role.FAINT);
        at = end + 1;
        return true;
    }

    private boolean bracketed() {
        var end = text.indexOf('>', at);
        if (end < 0 || !isAddress(text, at + 1)) return false;
        add(text.substring(at + 1, end), Role.LINK);
        at = end + 1;
        return true;
    }

    private boolean address() {
        if (!isAddress(text, at)) return false;
        var end = at;
        while (end < text.length() && text.charAt(end) > ' ' && "<>\"`".indexOf(text.charAt(end)) < 0) end++;
        while (end > at && ".,;:!?)*_".indexOf(text.charAt(end - 1)) >= 0) end--;
        add(text.substring(at, end), Role.LINK);
        at = end;
        return true;
    }

    private static boolean isAddress(String text, int at) {
        return text.startsWith("https://", at) || text.startsWith("http://", at);
    }
}
