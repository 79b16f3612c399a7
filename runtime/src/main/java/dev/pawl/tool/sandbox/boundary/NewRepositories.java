package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/// Repositories that a command makes where there was none: the user's own git, often started by the
/// shell's prompt, would run programs that their settings name. A missing name cannot be protected
/// without making it, so such a repository is looked at when the command has ended. A plain one (of
/// `git init`) stays; one that names programs or has hooks is put aside under another name.
public record NewRepositories(Set<Path> missing) {
    private static final String GIT = ".git";
    private static final String HOOKS = "hooks";
    private static final String SETTINGS = "config";
    private static final int LARGEST_SETTINGS = 64 << 10;
    private static final Set<String> PLAIN_SECTIONS = Set.of("core", "remote", "branch", "user", "init", "submodule");
    private static final Set<String> PLAIN_NAMES = Set.of(
            "repositoryformatversion",
            "filemode",
            "bare",
            "logallrefupdates",
            "ignorecase",
            "precomposeunicode",
            "symlinks",
            "url",
            "fetch",
            "remote",
            "merge",
            "name",
            "email",
            "defaultbranch",
            "active");

    /// @param missing protected names that do not exist before the command
    public static NewRepositories of(Set<Path> missing) {
        var watched = new LinkedHashSet<Path>();
        for (var path : missing) if (path.endsWith(GIT)) watched.add(path);
        return new NewRepositories(watched);
    }

    public void check() {
        for (var path : missing) {
            if (!SandboxBoundary.isThere(path)) continue;
            // By the folder as it is: a link that is swapped in on the way leads nowhere.
            try (var folder = Descriptor.open(path.resolveSibling(""))) {
                var entry = folder.at(path.getFileName().toString());
                if (SandboxBoundary.isThere(entry) && !isPlain(folder, path)) putAside(entry);
            } catch (IOException cannot) {
                // It is gone again, or the folder cannot be written by us either.
            }
        }
    }

    /// Moves an entry to a name that nothing reads.
    public static void putAside(Path entry) throws IOException {
        for (var i = 0; ; i++) {
            var name = entry.resolveSibling(entry.getFileName() + ".refused" + (i == 0 ? "" : "-" + i));
            if (SandboxBoundary.isThere(name)) continue;
            Files.move(entry, name);
            return;
        }
    }

    private static boolean isPlain(Descriptor folder, Path git) {
        try (var opened = folder.folder(git.getFileName().toString())) {
            return isPlain(opened);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// Whether git can run nothing because of this repository.
    static boolean isPlain(Descriptor git) {
        if (has(git, "config.worktree") || has(git, "commondir")) return false;
        return hasPlainSettings(git) && hasNoHooks(git);
    }

    private static boolean has(Descriptor git, String name) {
        return SandboxBoundary.isThere(git.at(name));
    }

    private static boolean hasNoHooks(Descriptor git) {
        if (!has(git, HOOKS)) return true;
        try (var hooks = git.folder(HOOKS);
                var files = Files.newDirectoryStream(hooks.path())) {
            for (var file : files) if (!file.toString().endsWith(".sample")) return false;
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// Only what is known to be harmless counts as plain; also a line that continues the one before
    /// does not.
    private static boolean hasPlainSettings(Descriptor git) {
        if (!has(git, SETTINGS)) return true;
        String text;
        try (var opened = git.entry(SETTINGS)) {
            if (opened.isLink()) return false;
            text = opened.text(LARGEST_SETTINGS + 1);
        } catch (IOException unreadable) {
            return false;
        }
        if (text.length() > LARGEST_SETTINGS || text.indexOf('\\') >= 0) return false;
        for (var line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) continue;
            if (!isPlainLine(line)) return false;
        }
        return true;
    }

    private static boolean isPlainLine(String line) {
        if (line.startsWith("[")) {
            var end = line.indexOf(']');
            var section = end == line.length() - 1 ? line.substring(1, end).split("[ \".]", 2)[0] : "";
            return PLAIN_SECTIONS.contains(section.toLowerCase(Locale.ROOT));
        }
        var sign = line.indexOf('=');
        if (sign < 0) return false;
        var name = line.substring(0, sign).strip().toLowerCase(Locale.ROOT);
        var value = line.substring(sign + 1).strip();
        // `ext::` and its like are programs in the form of an address.
        return PLAIN_NAMES.contains(name) && !(name.equals("url") && value.contains("::"));
    }
}
