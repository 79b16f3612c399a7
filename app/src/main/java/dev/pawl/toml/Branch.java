package dev.pawl.toml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A table while it is being read: it knows who made it, because that decides who may add to it.
///
/// No switch over types here: each would make the JVM spin a class at start (ADR 0009).
/// Methods answer what is wrong in words, or an empty string: the reader knows the place.
final class Branch {
    /// How the table came to be.
    enum Kind {
        /// By its own `[header]`, or as an element of `[[header]]`.
        HEADER,
        /// On the way to a longer header; its own header may still come.
        IMPLIED,
        /// By a dotted key: only dotted keys beside that one may add to it.
        DOTTED,
        /// By `{ … }`: closed.
        INLINE
    }

    private sealed interface Node {
        record Leaf(TomlValue value) implements Node {}

        record Inner(Branch branch) implements Node {}

        record Series(List<Branch> elements) implements Node {}
    }

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private Kind kind;

    Branch(Kind kind) {
        this.kind = kind;
    }

    /// Puts a value under a key of one or more parts.
    String put(List<String> key, TomlValue value) {
        var table = this;
        for (int i = 0; i < key.size() - 1; i++) {
            var node = table.nodes.get(key.get(i));
            if (node == null) {
                var made = new Branch(Kind.DOTTED);
                table.nodes.put(key.get(i), new Node.Inner(made));
                table = made;
            } else if (node instanceof Node.Inner(var inner)) {
                if (inner.kind != Kind.DOTTED) {
                    return shown(key, i) + " is a table with a header of its own: its keys go there";
                }
                table = inner;
            } else {
                return shown(key, i) + " has a value already, and it is not a table that can grow";
            }
        }
        if (table.nodes.putIfAbsent(key.getLast(), new Node.Leaf(value)) != null) {
            return shown(key, key.size() - 1) + " is given twice";
        }
        return "";
    }

    /// The table on the way to a header's last part, made when it is not there.
    @Nullable
    Branch walk(String part) {
        var node = nodes.get(part);
        if (node == null) {
            var made = new Branch(Kind.IMPLIED);
            nodes.put(part, new Node.Inner(made));
            return made;
        }
        if (node instanceof Node.Inner(var inner)) return inner;
        return node instanceof Node.Series(var elements) ? elements.getLast() : null;
    }

    /// The table of `[… part]`; null when there is one that may not be opened again.
    @Nullable
    Branch open(String part) {
        var node = nodes.get(part);
        if (node == null) {
            var made = new Branch(Kind.HEADER);
            nodes.put(part, new Node.Inner(made));
            return made;
        }
        if (node instanceof Node.Inner(var inner) && inner.kind == Kind.IMPLIED) {
            inner.kind = Kind.HEADER;
            return inner;
        }
        return null;
    }

    /// A new element of `[[… part]]`; null when something else has that name.
    @Nullable
    Branch append(String part) {
        var made = new Branch(Kind.HEADER);
        var node = nodes.get(part);
        if (node == null) {
            nodes.put(part, new Node.Series(new ArrayList<>(List.of(made))));
            return made;
        }
        if (node instanceof Node.Series(var elements)) {
            elements.add(made);
            return made;
        }
        return null;
    }

    TomlValue.Table toTable() {
        var entries = new LinkedHashMap<String, TomlValue>();
        for (var entry : nodes.entrySet()) {
            entries.put(entry.getKey(), toValue(entry.getValue()));
        }
        return new TomlValue.Table(entries);
    }

    private static TomlValue toValue(Node node) {
        if (node instanceof Node.Leaf(var value)) return value;
        if (node instanceof Node.Inner(var inner)) return inner.toTable();
        var tables = new ArrayList<TomlValue>();
        if (node instanceof Node.Series(var elements)) for (var element : elements) tables.add(element.toTable());
        return new TomlValue.Array(tables);
    }

    private static String shown(List<String> key, int last) {
        var shown = new StringBuilder();
        for (int i = 0; i <= last; i++) {
            if (i > 0) shown.append('.');
            shown.append(TomlText.key(key.get(i)));
        }
        return shown.toString();
    }
}
