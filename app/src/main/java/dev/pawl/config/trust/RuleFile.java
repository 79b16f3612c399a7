package dev.pawl.config.trust;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.Boundary;
import dev.pawl.cli.UsageError;
import dev.pawl.resource.FileTrouble;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlError;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The user's rules about commands, in a file a person can read and edit: `rules.toml`.
///
/// Written whole and moved into place under a lock file, so that two processes lose nothing. A
/// file lock is the process's own: its threads wait for each other before.
public final class RuleFile implements Rulebook {
    private static final String HEAD = """
            # What pawl may do without asking, or not at all. Each rule is about commands that begin with its words;
            # effect = "allow" (no question), "ask" (always a question) or "deny" (never). The strictest wins.
            # An allowing rule holds inside the sandbox; sandbox, network and roots say in which. Only with
            # outside = true, written by you, it holds without a sandbox too.
            """;
    private static final Set<String> KEYS = Set.of("effect", "prefix", "outside", "sandbox", "network", "roots");
    private static final List<String> MODES = List.of("read-only", "workspace-write");

    private static final ReentrantLock WRITING = new ReentrantLock();

    private final Path file;

    public RuleFile(Path home) {
        this.file = home.resolve("rules.toml");
    }

    @Override
    public String place() {
        return file.toString();
    }

    @Override
    public List<Rule> rules() {
        try {
            return read(Files.readString(file), file, Rule.Tier.USER);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException unreadable) {
            throw new UsageError("the rules cannot be read: " + file + ": " + FileTrouble.of(unreadable)
                    + "\n  repair it, or move it away; without it every rule is off");
        }
    }

    /// The rules of a text in the form of this file.
    public static List<Rule> read(String text, Path file, Rule.Tier tier) {
        try {
            var rules = new ArrayList<Rule>();
            if (!(Toml.document(text).entries().get("rule") instanceof TomlValue.Array(var tables))) return rules;
            for (var table : tables) rules.add(rule(table, tier));
            return rules;
        } catch (TomlError | IllegalArgumentException wrong) {
            throw new UsageError(file + " cannot be read: " + wrong.getMessage()
                    + "\n  repair it, or move it away; without it every rule is off");
        }
    }

    private static Rule rule(TomlValue value, Rule.Tier tier) {
        if (value instanceof TomlValue.Table(var entries)
                && entries.get("effect") instanceof TomlValue.Text(var effect)
                && entries.get("prefix") instanceof TomlValue.Array(var words)) {
            for (var key : entries.keySet()) {
                if (!KEYS.contains(key)) throw new IllegalArgumentException("a rule has no key " + key);
            }
            return new Rule(tier, effect(effect), texts(words), scope(entries));
        }
        throw new IllegalArgumentException("a rule needs effect = \"…\" and prefix = [\"…\"]");
    }

    private static Rule.Effect effect(String word) {
        for (var effect : Rule.Effect.values()) if (effect.name().equalsIgnoreCase(word)) return effect;
        throw new IllegalArgumentException("effect is \"" + word + "\"; it is one of allow, ask, deny");
    }

    private static List<String> texts(List<TomlValue> values) {
        return values.stream()
                .map(value -> value instanceof TomlValue.Text(var text) ? text : value.toToml())
                .toList();
    }

    private static Rule.Scope scope(Map<String, TomlValue> entries) {
        var bound = entries.get("sandbox") != null;
        if (!bound && (entries.get("network") != null || entries.get("roots") != null))
            throw new IllegalArgumentException("network and roots need sandbox = \"…\" beside them");
        if (isTrue(entries.get("outside"))) {
            if (bound) throw new IllegalArgumentException("a rule has outside = true or sandbox = \"…\", not both");
            return new Rule.Scope.Outside();
        }
        if (!bound) return new Rule.Scope.Inside();
        if (!(entries.get("sandbox") instanceof TomlValue.Text(var mode)) || !MODES.contains(mode))
            throw new IllegalArgumentException("sandbox is one of " + String.join(", ", MODES));
        var roots = entries.get("roots") instanceof TomlValue.Array(var folders) ? texts(folders) : List.<String>of();
        return new Rule.Scope.Within(new Boundary(mode, isTrue(entries.get("network")), roots));
    }

    private static boolean isTrue(@Nullable TomlValue value) {
        return switch (value) {
            case null -> false;
            case TomlValue.Flag(var on) -> on;
            default -> throw new IllegalArgumentException("not true or false: " + value.toToml());
        };
    }

    @Override
    public void remember(Rule rule) {
        change(rules -> {
            if (!rules.contains(rule)) rules.add(rule);
        });
    }

    @Override
    public boolean forget(List<String> prefix) {
        var before = rules().size();
        change(rules -> rules.removeIf(rule -> rule.prefix().equals(prefix)));
        return rules().size() < before;
    }

    private interface Change {
        void make(List<Rule> rules);
    }

    private void change(Change change) {
        WRITING.lock();
        try {
            Files.createDirectories(file.getParent());
            var lock = file.resolveSibling("rules.lock");
            try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                if (!held.isValid()) throw new IOException("no lock on " + lock);
                var rules = new ArrayList<>(rules());
                change.make(rules);
                var next = file.resolveSibling("rules.toml.new");
                Files.writeString(next, text(rules));
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException cannot) {
            throw new UncheckedIOException("the rule could not be kept in " + file, cannot);
        } finally {
            WRITING.unlock();
        }
    }

    private static String text(List<Rule> rules) {
        var text = new StringBuilder(HEAD);
        for (var rule : rules) {
            text.append("\n[[rule]]\neffect = \"")
                    .append(rule.effect().name().toLowerCase(Locale.ROOT))
                    .append("\"\nprefix = ")
                    .append(array(rule.prefix()))
                    .append('\n')
                    .append(text(rule.scope()));
        }
        return text.toString();
    }

    private static String text(Rule.Scope scope) {
        return switch (scope) {
            case Rule.Scope.Inside _ -> "";
            case Rule.Scope.Outside _ -> "outside = true\n";
            case Rule.Scope.Within(var boundary) ->
                "sandbox = " + new TomlValue.Text(boundary.mode()).toToml()
                        + (boundary.network() ? "\nnetwork = true" : "")
                        + (boundary.roots().isEmpty() ? "" : "\nroots = " + array(boundary.roots())) + "\n";
        };
    }

    private static String array(List<String> texts) {
        return new TomlValue.Array(texts.stream()
                        .map(text -> (TomlValue) new TomlValue.Text(text))
                        .toList())
                .toToml();
    }
}
