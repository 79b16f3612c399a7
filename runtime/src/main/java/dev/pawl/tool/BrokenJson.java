package dev.pawl.tool;

import dev.pawl.json.BadJson;
import java.util.ArrayDeque;
import java.util.Locale;

/// What is wrong with arguments that are not JSON. Models mostly cut them short: that case is told
/// as Codex tells it; the others carry the parser's own words.
final class BrokenJson {
    private BrokenJson() {}

    static String describe(String text, BadJson broken) {
        var words = String.valueOf(broken.getMessage());
        var lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("end-of-input") || lower.contains("ends too early") || lower.startsWith("empty text")) {
            return "EOF while parsing " + open(text) + ToolArguments.end(text);
        }
        return words;
    }

    /// What was still open when the text ended.
    private static String open(String text) {
        var nesting = new ArrayDeque<Character>();
        var inString = false;
        var last = ' ';
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (inString) {
                if (c == '\\') i++;
                else if (c == '"') inString = false;
            } else {
                switch (c) {
                    case '"' -> inString = true;
                    case '{', '[' -> nesting.push(c);
                    case '}', ']' -> nesting.poll();
                    default -> {}
                }
            }
            if (!Character.isWhitespace(c)) last = c;
        }
        if (inString) return "a string";
        if (nesting.isEmpty() || last == ':' || last == ',') return "a value";
        return nesting.peek() == '{' ? "an object" : "a list";
    }
}
