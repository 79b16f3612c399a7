package dev.pawl.config.trust;

import dev.pawl.agent.approval.Rule;
import dev.pawl.cli.UsageError;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which projects the user trusts, and exactly what of them: `trust.json`, for its owner's eyes.
///
/// Written whole and moved into place under a lock file, so that two processes lose nothing.
public final class TrustFile {
    private final Path file;

    public TrustFile(Path home) {
        this.file = home.resolve("trust.json");
    }

    /// How a project's configuration stands.
    public enum Trust {
        /// There is none.
        NOTHING,
        TRUSTED,
        NEVER_TRUSTED,
        /// It was trusted, and is another one now.
        CHANGED,
        /// It cannot be read as it should be: it is never in force.
        UNUSABLE
    }

    /// @param hash of the content that was shown
    public record Entry(String hash, Instant since) {}

    public Trust standing(Project project) {
        if (project.isEmpty() || isHomeOf(project)) return Trust.NOTHING;
        if (!project.problem().isEmpty()) return Trust.UNUSABLE;
        var entry = Optional.ofNullable(all().get(project.root().toString()));
        if (entry.isEmpty()) return Trust.NEVER_TRUSTED;
        return entry.get().hash().equals(project.hash()) ? Trust.TRUSTED : Trust.CHANGED;
    }

    /// Whether what looks like a project's configuration is Pawl's own: in the user's folder.
    private boolean isHomeOf(Project project) {
        try {
            var home = file.getParent();
            var folder = project.root().resolve(".pawl");
            return home != null && Files.exists(folder) && Files.exists(home) && Files.isSameFile(home, folder);
        } catch (IOException unreadable) {
            return false;
        }
    }

    public Map<String, Entry> all() {
        try {
            var entries = new TreeMap<String, Entry>();
            for (var one :
                    Json.parse(Files.readString(file)).at("projects").asFields().entrySet()) {
                entries.put(
                        one.getKey(),
                        new Entry(
                                one.getValue().text("hash"),
                                Instant.parse(one.getValue().text("since"))));
            }
            return entries;
        } catch (NoSuchFileException none) {
            return Map.of();
        } catch (BadJson | DateTimeException damaged) {
            throw new UsageError(file + " cannot be read: " + damaged.getMessage()
                    + "\n  move it away; without it no project is trusted");
        } catch (IOException unreadable) {
            throw new UncheckedIOException("who is trusted cannot be read: " + file, unreadable);
        }
    }

    /// The project's rules about commands, when it is trusted: they may only narrow.
    public List<Rule> rules(Path cwd) {
        var project = Project.of(cwd);
        var text = project.file(Project.RULES);
        if (text.isEmpty() || standing(project) != Trust.TRUSTED) return List.of();
        return RuleFile.read(text.get(), project.root().resolve(Project.RULES), Rule.Tier.PROJECT);
    }

    public void trust(Project project, Instant now) {
        change(entries -> entries.put(project.root().toString(), new Entry(project.hash(), now)));
    }

    /// Whether it was trusted.
    public boolean revoke(Path root) {
        if (!all().containsKey(root.toString())) return false;
        change(entries -> entries.remove(root.toString()));
        return true;
    }

    private interface Change {
        void make(Map<String, Entry> entries);
    }

    private void change(Change change) {
        try {
            Files.createDirectories(file.getParent());
            var lock = file.resolveSibling("trust.lock");
            try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                if (!held.isValid()) throw new IOException("no lock on " + lock);
                var entries = new TreeMap<>(all());
                change.make(entries);
                var next = file.resolveSibling("trust.json.new");
                Files.deleteIfExists(next);
                Files.createFile(
                        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(next, text(entries));
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException cannot) {
            throw new UncheckedIOException("trust could not be kept in " + file, cannot);
        }
    }

    private static String text(Map<String, Entry> entries) {
        var projects = Json.object();
        for (var one : entries.entrySet()) {
            projects = projects.with(
                    one.getKey(),
                    Json.object()
                            .with("hash", one.getValue().hash())
                            .with("since", one.getValue().since().toString()));
        }
        return Json.object().with("version", 1).with("projects", projects).write() + "\n";
    }
}
