package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.UsageError;
import dev.pawl.json.Json;
import dev.pawl.resource.FileTrouble;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlEdit;
import dev.pawl.toml.TomlError;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// A `config.toml` that is edited in place: comments and order stay, all edits or none, and never a
/// half-written file. Safe for use by many threads of one process.
public final class SettingsFile {
    public enum Merging {
        REPLACE,
        UPSERT
    }

    /// What is to be written; null takes the key away.
    public record Edit(String key, Json value, Merging merging) {}

    public sealed interface Written {
        record Done(String file, String version) implements Written {}

        /// Written, but `by` still says otherwise about this key.
        record Overridden(String file, String version, String key, String by) implements Written {}

        record Refused(String why) implements Written {}
    }

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();

    public SettingsFile(Path file) {
        this.file = file;
    }

    /// Names what is in the file now.
    public String version() {
        try {
            return version(before(file));
        } catch (IOException unreadable) {
            return version("");
        }
    }

    public static String version(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /// Leaves the file as it was when it cannot be loaded afterwards: all edits, or none.
    ///
    /// @param seen the version the writer knows, empty for any
    /// @param load reads what was written; throws [UsageError] when it makes no sense
    public Written write(List<Edit> edits, String seen, Runnable load) {
        lock.lock();
        try {
            if (!seen.isEmpty() && !seen.equals(version())) {
                return new Written.Refused(
                        "Configuration was modified since last read. Fetch latest version and retry.");
            }
            var before = before(file);
            replace(file, text -> {
                var next = text;
                for (var edit : edits) next = apply(next, edit);
                return next;
            });
            try {
                load.run();
            } catch (UsageError unusable) {
                replace(file, _ -> before);
                return new Written.Refused(file + " was not changed: " + unusable.getMessage());
            }
            return new Written.Done(file.toString(), version());
        } catch (TomlError wrong) {
            return new Written.Refused(file + " was not changed: " + wrong.reason() + " (line " + wrong.line() + ")");
        } catch (IllegalArgumentException refused) {
            return new Written.Refused(String.valueOf(refused.getMessage()));
        } catch (IOException cannot) {
            return new Written.Refused(file + " was not changed: " + FileTrouble.of(cannot));
        } finally {
            lock.unlock();
        }
    }

    private static String apply(String text, Edit edit) {
        var path = Toml.key(edit.key());
        if (edit.value().isNull()) return TomlEdit.remove(text, path);
        var next = edit.merging() == Merging.REPLACE && !isLeaf(text, path) ? TomlEdit.remove(text, path) : text;
        return set(next, path, edit.value());
    }

    private static boolean isLeaf(String text, List<String> path) {
        TomlValue there = Toml.document(text);
        for (var part : path) {
            if (!(there instanceof TomlValue.Table(var entries)) || !entries.containsKey(part)) return true;
            there = entries.get(part);
        }
        return !(there instanceof TomlValue.Table);
    }

    private static String set(String text, List<String> path, Json value) {
        if (!(value instanceof Json.Obj(var fields))) {
            var toml = toml(value);
            check(path, toml);
            return TomlEdit.set(text, path, toml);
        }
        var next = text;
        for (var field : fields.entrySet()) {
            var longer = new ArrayList<>(path);
            longer.add(field.getKey());
            next = field.getValue().isNull() ? TomlEdit.remove(next, longer) : set(next, longer, field.getValue());
        }
        return next;
    }

    private static TomlValue toml(Json value) {
        return switch (value) {
            case Json.Str(var text) -> new TomlValue.Text(text);
            case Json.Bool(var on) -> new TomlValue.Flag(on);
            case Json.Num(var digits) -> number(digits);
            case Json.Arr(var elements) ->
                new TomlValue.Array(elements.stream().map(SettingsFile::toml).toList());
            case Json.Obj(var fields) -> {
                var entries = new LinkedHashMap<String, TomlValue>();
                fields.forEach((name, one) -> entries.put(name, toml(one)));
                yield new TomlValue.Table(entries);
            }
            case Json.Null _ -> throw new IllegalArgumentException("Invalid configuration: null within a list");
        };
    }

    private static TomlValue number(String digits) {
        try {
            return new TomlValue.Whole(Long.parseLong(digits));
        } catch (NumberFormatException notWhole) {
            return new TomlValue.Decimal(Double.parseDouble(digits));
        }
    }

    /// A key nobody knows may be a newer program's; a value that a known one cannot have is not.
    private static void check(List<String> path, TomlValue value) {
        problem(path, value).ifPresent(what -> {
            throw new IllegalArgumentException("Invalid configuration: " + what);
        });
    }

    /// Why a known setting cannot have this value.
    public static Optional<String> problem(List<String> path, TomlValue value) {
        if (KnownSettings.isNotBuilt(path)) return Optional.of(Setting.key(path) + " is not built yet");
        var known = KnownSettings.find(path);
        if (known.isEmpty()) return Optional.empty();
        var choices = known.get().choices();
        var fits = known.get().kind().takes(value)
                && !(value instanceof TomlValue.Text(var text) && !choices.isEmpty() && !choices.contains(text));
        if (fits) return Optional.empty();
        return Optional.of(value.toToml() + " is no value for " + Setting.key(path)
                + (choices.isEmpty() ? "" : ": " + String.join(", ", choices)));
    }

    /// Puts another text in the place of the file's, at once.
    public static void replace(Path named, UnaryOperator<String> change) throws IOException {
        // A file kept elsewhere by a link stays there.
        var file = Files.exists(named) ? named.toRealPath() : named;
        Files.createDirectories(file.getParent());
        var text = change.apply(before(file));
        var next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, text);
        if (Files.exists(file)) Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(file));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String before(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException none) {
            return "";
        }
    }
}
