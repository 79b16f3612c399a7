package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlError;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Adds and removes whole tables of a configuration file as text: comments and layout of the rest
/// stay as they are. What comes out is read again before it is written; when it means anything else
/// than was wanted, nothing is written.
public final class ConfigTables {
    private final Path file;

    public ConfigTables(Path file) {
        this.file = file;
    }

    /// Appends a table `[outer.name]` with these entries; tables among them get a header of their
    /// own.
    public void add(String outer, String name, Map<String, TomlValue> entries) {
        var before = text();
        var tables = document(before);
        if (inner(tables, outer).containsKey(name)) {
            throw new UsageError(Setting.key(List.of(outer, name)) + " is in " + file + " already\n  pawl mcp remove "
                    + name + "   takes it out");
        }
        var after = new StringBuilder(before);
        if (!before.isEmpty()) after.append(before.endsWith("\n") ? "\n" : "\n\n");
        append(after, List.of(outer, name), entries);
        var wanted = new LinkedHashMap<>(tables);
        var grown = new LinkedHashMap<>(inner(tables, outer));
        grown.put(name, new TomlValue.Table(entries));
        wanted.put(outer, new TomlValue.Table(grown));
        write(after.toString(), wanted);
    }

    private static void append(StringBuilder text, List<String> path, Map<String, TomlValue> entries) {
        text.append('[').append(Setting.key(path)).append("]\n");
        entries.forEach((key, value) -> {
            if (value instanceof TomlValue.Table) return;
            text.append(Setting.key(List.of(key)))
                    .append(" = ")
                    .append(value.toToml())
                    .append('\n');
        });
        entries.forEach((key, value) -> {
            if (!(value instanceof TomlValue.Table(var inner))) return;
            var longer = new ArrayList<>(path);
            longer.add(key);
            append(text.append('\n'), longer, inner);
        });
    }

    /// Takes the table `[outer.name]` and those below it out; false when there is none.
    public boolean remove(String outer, String name) {
        var before = text();
        var tables = document(before);
        if (!inner(tables, outer).containsKey(name)) return false;
        var wanted = new LinkedHashMap<>(tables);
        var smaller = new LinkedHashMap<>(inner(tables, outer));
        smaller.remove(name);
        if (smaller.isEmpty()) wanted.remove(outer);
        else wanted.put(outer, new TomlValue.Table(smaller));
        write(without(before, List.of(outer, name)), wanted);
        return true;
    }

    /// The lines that do not belong to the table. Comments right before the next header are that
    /// one's.
    private static String without(String text, List<String> path) {
        var kept = new ArrayList<String>();
        var undecided = new ArrayList<String>();
        var inside = false;
        for (var line : text.split("(?<=\n)", -1)) {
            var header = header(line);
            if (!header.isEmpty()) {
                var was = inside;
                inside = header.size() >= path.size()
                        && header.subList(0, path.size()).equals(path);
                if (was && !inside) kept.addAll(undecided);
                undecided.clear();
            }
            if (!inside) {
                kept.add(line);
            } else if (line.strip().startsWith("#")) {
                undecided.add(line);
            } else {
                undecided.clear();
            }
        }
        return String.join("", kept);
    }

    /// The path of a table's header; empty for other lines.
    private static List<String> header(String line) {
        var bare = line.strip();
        if (!bare.startsWith("[")) return List.of();
        var twice = bare.startsWith("[[");
        int end = bare.indexOf(twice ? "]]" : "]");
        if (end < 0) return List.of();
        try {
            return Toml.key(bare.substring(twice ? 2 : 1, end).strip());
        } catch (TomlError other) {
            return List.of();
        }
    }

    private String text() {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException none) {
            return "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + " cannot be read", unreadable);
        }
    }

    private Map<String, TomlValue> document(String text) {
        try {
            return Toml.document(text).entries();
        } catch (TomlError wrong) {
            throw new UsageError(file + ":" + wrong.line() + " is not TOML: " + wrong.reason()
                    + "\n  nothing was changed; correct the file first");
        }
    }

    private static Map<String, TomlValue> inner(Map<String, TomlValue> tables, String name) {
        return tables.get(name) instanceof TomlValue.Table(var entries) ? entries : Map.of();
    }

    private void write(String text, Map<String, TomlValue> wanted) {
        try {
            if (!means(text, wanted)) {
                throw new UsageError(file + " is written in a way this command cannot change (dotted keys or inline"
                        + " tables)\n  nothing was changed; edit the file by hand");
            }
            Files.createDirectories(file.toAbsolutePath().getParent());
            var target = Files.exists(file) ? file.toRealPath() : file;
            var next = target.resolveSibling(target.getFileName() + ".new");
            Files.deleteIfExists(next);
            // It may hold a key: for its owner alone unless it was open before.
            var rights = Files.exists(target)
                    ? Files.getPosixFilePermissions(target)
                    : PosixFilePermissions.fromString("rw-------");
            Files.createFile(next, PosixFilePermissions.asFileAttribute(rights));
            Files.writeString(next, text);
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException cannot) {
            throw new UncheckedIOException(file + " cannot be written", cannot);
        }
    }

    private static boolean means(String text, Map<String, TomlValue> wanted) {
        try {
            return Toml.document(text).entries().equals(wanted);
        } catch (TomlError broken) {
            return false;
        }
    }
}
