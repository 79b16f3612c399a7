package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Span;
import java.util.ArrayList;
import java.util.List;

/// Colours for code, line by line: words, texts, numbers and comments of the usual languages. Not a
/// parser: a line that fools it is coloured oddly and nothing else.
///
/// Remembers a comment or a text that goes over several lines. Not safe for use by many threads.
public final class Highlighter {
    private final Language language;
    /// What ends the comment or text that an earlier line began; empty outside of one.
    private String until = "";

    private Role inside = Role.PLAIN;

    private Highlighter(Language language) {
        this.language = language;
    }

    /// @param name as behind a code fence, or the ending of a file's name; unknown ones are plain
    public static Highlighter of(String name) {
        return new Highlighter(Language.named(name));
    }

    public static Highlighter ofFile(String path) {
        var file = path.substring(path.lastIndexOf('/') + 1);
        var dot = file.lastIndexOf('.');
        return of(dot < 0 ? file : file.substring(dot + 1));
    }

    public Line line(String code) {
        var spans = new ArrayList<Span>();
        var at = 0;
        while (at < code.length()) at = token(code, at, spans);
        return new Line(spans);
    }

    /// The same without remembering anything: the line may still grow.
    Line peek(String code) {
        var copy = new Highlighter(language);
        copy.until = until;
        copy.inside = inside;
        return copy.line(code);
    }

    private int token(String code, int at, List<Span> spans) {
        if (!until.isEmpty()) return rest(code, at, at, spans);
        if (language.isPlain()) return add(code, at, code.length(), Role.PLAIN, spans);
        for (var mark : language.comments()) {
            if (code.startsWith(mark, at) && (!mark.equals("#") || at == 0 || code.charAt(at - 1) <= ' '))
                return add(code, at, code.length(), Role.COMMENT, spans);
        }
        if (!language.blockBegin().isEmpty() && code.startsWith(language.blockBegin(), at)) {
            until = language.blockEnd();
            inside = Role.COMMENT;
            return rest(code, at, at + language.blockBegin().length(), spans);
        }
        for (var quote : language.longQuotes()) {
            if (!code.startsWith(quote, at)) continue;
            until = quote;
            inside = Role.STRING;
            return rest(code, at, at + quote.length(), spans);
        }
        var c = code.charAt(at);
        if (language.quotes().indexOf(c) >= 0) return add(code, at, quoted(code, at), Role.STRING, spans);
        if (Character.isDigit(c)) return add(code, at, number(code, at), Role.NUMBER, spans);
        if (isLetter(c)) return word(code, at, spans);
        var end = at + 1;
        while (end < code.length() && isNeutral(code.charAt(end))) end++;
        return add(code, at, end, Role.PLAIN, spans);
    }

    /// A character that begins no token of any language.
    private static boolean isNeutral(char c) {
        return " \t(){}[];,.=".indexOf(c) >= 0;
    }

    private int rest(String code, int at, int searchFrom, List<Span> spans) {
        var end = code.indexOf(until, searchFrom);
        if (end < 0) return add(code, at, code.length(), inside, spans);
        end += until.length();
        until = "";
        return add(code, at, end, inside, spans);
    }

    private static int quoted(String code, int at) {
        var quote = code.charAt(at);
        for (var i = at + 1; i < code.length(); i++) {
            if (code.charAt(i) == '\\') i++;
            else if (code.charAt(i) == quote) return i + 1;
        }
        return code.length();
    }

    private static int number(String code, int at) {
        var end = at;
        while (end < code.length()
                && (Character.isLetterOrDigit(code.charAt(end)) || "._".indexOf(code.charAt(end)) >= 0)) end++;
        return end;
    }

    private int word(String code, int at, List<Span> spans) {
        var end = at;
        while (end < code.length() && (isLetter(code.charAt(end)) || Character.isDigit(code.charAt(end)))) end++;
        var word = code.substring(at, end);
        var role = Role.PLAIN;
        if (language.isKeyword(word)) role = Role.KEYWORD;
        else if (language.hasTypes() && Character.isUpperCase(word.charAt(0))) role = Role.TYPE;
        return add(code, at, end, role, spans);
    }

    private static boolean isLetter(char c) {
        return Character.isLetter(c) || c == '_' || c == '$' || c == '@';
    }

    private static int add(String code, int from, int to, Role role, List<Span> spans) {
        if (to > from) spans.add(new Span(code.substring(from, to), role));
        return Math.max(to, from + 1);
    }
}
