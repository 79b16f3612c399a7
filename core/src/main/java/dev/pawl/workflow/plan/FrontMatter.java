package dev.pawl.workflow.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A document with a block of `key: value` lines between two `---`. Editing replaces only the lines
/// of the keys that change: comments, order, unknown keys and nested blocks stay byte for byte.
///
/// @param head the lines between the marks; empty when the document has no front matter
/// @param body all that follows
public record FrontMatter(List<String> head, String body, boolean isPresent, boolean isClosed) {
    private static final Pattern KEY = Pattern.compile("^([A-Za-z_][A-Za-z0-9_]*):(?:\\s+(.*))?$");

    public FrontMatter {
        head = List.copyOf(head);
    }

    /// Reads CRLF and a byte order mark; keeps neither.
    public static FrontMatter of(String document) {
        var text = document.startsWith("\uFEFF") ? document.substring(1) : document;
        text = text.replace("\r\n", "\n").replace('\r', '\n');
        if (!text.startsWith("---\n")) return new FrontMatter(List.of(), text, false, false);
        var head = new ArrayList<String>();
        int at = 4;
        while (at <= text.length()) {
            int end = text.indexOf('\n', at);
            var line = end < 0 ? text.substring(at) : text.substring(at, end);
            if (line.stripTrailing().equals("---")) {
                return new FrontMatter(head, end < 0 ? "" : text.substring(end + 1), true, true);
            }
            if (end < 0) break;
            head.add(line);
            at = end + 1;
        }
        return new FrontMatter(head, "", true, false);
    }

    /// How many lines come before the body.
    public int bodyStart() {
        return isClosed ? head.size() + 2 : 0;
    }

    public Optional<String> value(String key) {
        for (var line : head) {
            var found = KEY.matcher(line);
            if (found.matches() && found.group(1).equals(key))
                return Optional.of(plain(found.group(2) == null ? "" : found.group(2)));
        }
        return Optional.empty();
    }

    /// A scalar without its quotes and its comment.
    private static String plain(String raw) {
        var text = raw.strip();
        if (text.startsWith("\"")) {
            var out = new StringBuilder();
            for (int i = 1; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"') break;
                if (c == '\\' && i + 1 < text.length()) {
                    char next = text.charAt(++i);
                    out.append(next == 'n' ? '\n' : next);
                } else out.append(c);
            }
            return out.toString();
        }
        if (text.startsWith("'")) {
            int end = text.lastIndexOf('\'');
            return end > 0 ? text.substring(1, end).replace("''", "'") : text.substring(1);
        }
        int comment = text.startsWith("#") ? 0 : text.indexOf(" #");
        return comment < 0 ? text : text.substring(0, comment).strip();
    }

    /// The same with these values: lines of other keys stay as they are, new keys come last. A
    /// comment behind a value that changes stays too.
    public FrontMatter with(Map<String, String> values) {
        var left = new LinkedHashMap<>(values);
        var next = new ArrayList<String>();
        for (var line : head) {
            var found = KEY.matcher(line);
            var value = found.matches() ? left.remove(found.group(1)) : null;
            if (value == null) next.add(line);
            else if (value(found.group(1)).orElse("").equals(value)) next.add(line);
            else next.add(found.group(1) + ": " + quoted(value) + comment(found.group(2)));
        }
        left.forEach((key, value) -> next.add(key + ": " + quoted(value)));
        return new FrontMatter(next, body, true, true);
    }

    public FrontMatter withBody(String other) {
        return new FrontMatter(head, other, true, true);
    }

    private static String comment(@Nullable String raw) {
        if (raw == null) return "";
        var text = raw.strip();
        int from = text.startsWith("\"") || text.startsWith("'") ? text.indexOf(text.charAt(0), 1) + 1 : 0;
        int at = text.indexOf(" #", Math.max(0, from));
        return at < 0 ? "" : text.substring(at).stripTrailing();
    }

    /// Quoted where it would be read as something else.
    private static String quoted(String value) {
        var isPlain = value.matches("[A-Za-z0-9_./+@-][A-Za-z0-9_./+@ -]*") && value.equals(value.strip());
        return isPlain
                ? value
                : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    public String text() {
        return "---\n" + String.join("\n", head) + (head.isEmpty() ? "" : "\n") + "---\n" + body;
    }
}
