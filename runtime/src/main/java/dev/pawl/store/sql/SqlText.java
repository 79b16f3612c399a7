package dev.pawl.store.sql;

import java.util.ArrayList;
import java.util.List;

/// One statement: its text for the driver, and the names of its parameters in order.
public record SqlText(String name, String text, List<String> parameters) {
    public SqlText {
        parameters = List.copyOf(parameters);
    }

    /// Reads `:name` as a parameter. Comments go; what is quoted, and `::type`, stays.
    static SqlText of(String name, String source) {
        var text = new StringBuilder();
        var parameters = new ArrayList<String>();
        var at = 0;
        while (at < source.length()) {
            var c = source.charAt(at);
            if (c == '\'') {
                var end = source.indexOf('\'', at + 1) + 1;
                text.append(source, at, end);
                at = end;
            } else if (source.startsWith("--", at)) {
                at = endOfLine(source, at);
            } else if (source.startsWith("::", at)) {
                text.append("::");
                at += 2;
            } else if (c == ':') {
                var end = endOfName(source, at + 1);
                parameters.add(source.substring(at + 1, end));
                text.append('?');
                at = end;
            } else {
                if (!Character.isWhitespace(c)) text.append(c);
                else if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') text.append(' ');
                at++;
            }
        }
        return new SqlText(name, withoutEnd(text.toString()), parameters);
    }

    private static int endOfLine(String source, int from) {
        var end = source.indexOf('\n', from);
        return end < 0 ? source.length() : end;
    }

    private static int endOfName(String source, int from) {
        var end = from;
        while (end < source.length() && (Character.isLetterOrDigit(source.charAt(end)) || source.charAt(end) == '_')) {
            end++;
        }
        if (end == from) throw new IllegalArgumentException("a colon without a name in: " + source);
        return end;
    }

    private static String withoutEnd(String text) {
        var trimmed = text.strip();
        return trimmed.endsWith(";") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    }
}
