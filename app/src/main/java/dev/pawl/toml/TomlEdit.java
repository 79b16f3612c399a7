package dev.pawl.toml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sets one value in a TOML document and leaves the rest as it was written: order, comments, line
/// endings. The result is read again; a document where that would change anything else is refused.
public final class TomlEdit {
    private final List<String> lines;
    private final List<String> path;
    private final String value;

    private TomlEdit(List<String> lines, List<String> path, String value) {
        this.lines = lines;
        this.path = path;
        this.value = value;
    }

    /// @throws TomlError when the text is not TOML
    /// @throws IllegalArgumentException when it must be edited by hand
    public static String set(String text, List<String> path, TomlValue value) {
        var wanted = flat(Toml.document(text));
        var below = path.size();
        wanted.keySet()
                .removeIf(key -> key.size() > below && key.subList(0, below).equals(path));
        flatten(path, value, wanted);
        var ending = text.contains("\r\n") ? "\r\n" : "\n";
        var edit = new TomlEdit(new ArrayList<>(text.lines().toList()), path, value.toToml());
        edit.apply();
        var next = edit.lines.isEmpty() ? "" : String.join(ending, edit.lines) + ending;
        if (!isRead(next, wanted)) {
            throw new IllegalArgumentException(
                    String.join(".", path) + " is written there in a way that must be edited by hand");
        }
        return next;
    }

    /// Takes a key away with all below it; the text as it is when there is none.
    ///
    /// @throws TomlError when the text is not TOML
    /// @throws IllegalArgumentException when it must be edited by hand
    public static String remove(String text, List<String> path) {
        var wanted = flat(Toml.document(text));
        if (!wanted.keySet().removeIf(key -> startsWith(key, path))) return text;
        var ending = text.contains("\r\n") ? "\r\n" : "\n";
        var edit = new TomlEdit(new ArrayList<>(text.lines().toList()), path, "");
        edit.drop();
        var next = edit.lines.isEmpty() ? "" : String.join(ending, edit.lines) + ending;
        if (isRead(next, wanted)) return next;
        throw new IllegalArgumentException(
                String.join(".", path) + " is written there in a way that must be edited by hand");
    }

    private static boolean startsWith(List<String> key, List<String> path) {
        return key.size() >= path.size() && key.subList(0, path.size()).equals(path);
    }

    private void drop() {
        List<String> table = List.of();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i).strip();
            var header = header(line);
            if (header.isPresent()) {
                table = header.get();
                if (startsWith(table, path)) lines.remove(i--);
                continue;
            }
            var key = key(line);
            if (key.isEmpty()) continue;
            var full = new ArrayList<>(table);
            full.addAll(key.get());
            int last = lastLine(i);
            if (startsWith(full, path)) {
                lines.subList(i, last + 1).clear();
                i--;
            } else i = last;
        }
    }

    private static boolean isRead(String text, Map<List<String>, TomlValue> wanted) {
        try {
            return flat(Toml.document(text)).equals(wanted);
        } catch (TomlError tangled) {
            return false;
        }
    }

    private static Map<List<String>, TomlValue> flat(TomlValue value) {
        var all = new LinkedHashMap<List<String>, TomlValue>();
        flatten(List.of(), value, all);
        return all;
    }

    private static void flatten(List<String> path, TomlValue value, Map<List<String>, TomlValue> into) {
        if (value instanceof TomlValue.Table(var entries) && !entries.isEmpty()) {
            for (var entry : entries.entrySet()) {
                var longer = new ArrayList<>(path);
                longer.add(entry.getKey());
                flatten(longer, entry.getValue(), into);
            }
        } else if (!(value instanceof TomlValue.Table)) into.put(path, value);
    }

    private void apply() {
        List<String> table = List.of();
        // Where a new line belongs: behind the last key of the table that fits best.
        int place = path.size() == 1 ? 0 : -1;
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i).strip();
            var header = header(line);
            if (header.isPresent()) {
                table = header.get();
                if (table.equals(path.subList(0, path.size() - 1))) place = i + 1;
                continue;
            }
            var key = key(line);
            if (key.isEmpty()) continue;
            var full = new ArrayList<>(table);
            full.addAll(key.get());
            int last = lastLine(i);
            if (full.equals(path)) {
                replace(i, last);
                return;
            }
            i = last;
            if (table.equals(path.subList(0, path.size() - 1))) place = i + 1;
        }
        insert(place);
    }

    private void insert(int place) {
        var entry = TomlText.key(path.getLast()) + " = " + value;
        if (place >= 0) {
            lines.add(place, entry);
            return;
        }
        var name = new ArrayList<String>();
        for (var part : path.subList(0, path.size() - 1)) name.add(TomlText.key(part));
        if (!lines.isEmpty() && !lines.getLast().isBlank()) lines.add("");
        lines.add("[" + String.join(".", name) + "]");
        lines.add(entry);
    }

    private void replace(int first, int last) {
        var line = lines.get(first);
        int equals = equalsSign(line);
        var comment = first == last ? comment(line.substring(equals + 1)) : "";
        lines.subList(first + 1, last + 1).clear();
        lines.set(first, line.substring(0, equals).stripTrailing() + " = " + value + comment);
    }

    private static String comment(String rest) {
        for (int i = rest.indexOf('#'); i >= 0; i = rest.indexOf('#', i + 1)) {
            try {
                Toml.value(rest.substring(0, i).strip());
                return " " + rest.substring(i);
            } catch (TomlError insideAString) {
                // The next one may be the comment.
            }
        }
        return "";
    }

    /// A value may go on over many lines: until it can be read.
    private int lastLine(int first) {
        var text = new StringBuilder();
        for (int i = first; i < lines.size(); i++) {
            text.append(lines.get(i)).append('\n');
            try {
                Toml.document(text.toString());
                return i;
            } catch (TomlError unfinished) {
                // It goes on.
            }
        }
        return first;
    }

    private static Optional<List<String>> header(String line) {
        if (!line.startsWith("[")) return Optional.empty();
        try {
            Toml.document(line);
            // An array of tables is a place of its own, which no path names.
            if (line.startsWith("[[")) return Optional.of(List.of("[["));
            return Optional.of(Toml.key(line.substring(1, line.indexOf(']')).strip()));
        } catch (TomlError continued) {
            return Optional.empty();
        }
    }

    private static Optional<List<String>> key(String line) {
        int equals = equalsSign(line);
        if (line.startsWith("#") || equals < 1) return Optional.empty();
        try {
            return Optional.of(Toml.key(line.substring(0, equals).strip()));
        } catch (TomlError notAKey) {
            return Optional.empty();
        }
    }

    /// The first outside of quotes.
    private static int equalsSign(String line) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) quote = c == quote ? 0 : quote;
            else if (c == '"' || c == '\'') quote = c;
            else if (c == '=') return i;
        }
        return -1;
    }
}
