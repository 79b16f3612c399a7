package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.system.Libc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds programs that Pawl starts outside the sandbox (git, MCP servers) or on its own behalf
/// (rg): never through a folder that the agent or another user of this machine can write.
public final class Programs {
    /// Where systems keep their own.
    private static final List<Path> SYSTEM = List.of(
            Path.of("/usr/bin"),
            Path.of("/bin"),
            Path.of("/usr/local/bin"),
            Path.of("/run/current-system/sw/bin"),
            Path.of("/opt/homebrew/bin"));

    private static final int MOST_LINKS = 40;
    private static final Path ROOT = Path.of("/");

    private final AccessMap access;

    /// @param access what the agent can write
    public Programs(AccessMap access) {
        this.access = access;
    }

    /// A search path without the folders that are not trusted.
    ///
    /// @param leftOut those, as they were named
    public record SearchPath(String text, List<Path> leftOut) {
        public SearchPath {
            leftOut = List.copyOf(leftOut);
        }

        /// Why a program may be missing, for a person; empty when no folder was left out.
        public String reason() {
            if (leftOut.isEmpty()) return "";
            var names = leftOut.stream().map(Path::toString).toList();
            return " (left out of PATH, because the agent or another user can write there: " + String.join(", ", names)
                    + ")";
        }
    }

    /// As a child's own `PATH` would, for what runs inside the sandbox.
    static String find(String name, Map<String, String> environment) throws IOException {
        if (name.indexOf('\0') >= 0) throw new IOException("a name with a zero in it");
        if (name.contains("/")) return name;
        for (var folder : environment.getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
            if (folder.isEmpty()) continue;
            var file = Path.of(folder, name);
            if (isProgram(file)) return file.toString();
        }
        throw new IOException(Libc.message(2));
    }

    /// A program of the system, else the first one on the trusted part of a search path.
    ///
    /// @param path the user's `PATH`
    public Optional<Path> system(String name, String path) {
        for (var folder : SYSTEM) {
            var file = folder.resolve(name);
            if (isProgram(file) && isTrusted(file)) return Optional.of(file);
        }
        return onPath(name, trusted(path));
    }

    /// The first one on a search path whose own place is trusted, too.
    public Optional<Path> onPath(String name, SearchPath path) {
        for (var folder : path.text().split(":", -1)) {
            if (folder.isEmpty()) continue;
            var file = Path.of(folder, name);
            if (isProgram(file) && isTrusted(file)) return Optional.of(file);
        }
        return Optional.empty();
    }

    /// The absolute folders of a search path that only the user and the system can write.
    public SearchPath trusted(String path) {
        var kept = new LinkedHashSet<String>();
        var leftOut = new ArrayList<Path>();
        for (var word : path.split(":", -1)) {
            try {
                var folder = Path.of(word);
                // An empty word, a dot and every other relative one is wherever a program runs.
                if (!folder.isAbsolute()) {
                    if (!word.isEmpty()) leftOut.add(folder);
                } else if (isTrusted(folder)) {
                    kept.add(word);
                } else {
                    leftOut.add(folder);
                }
            } catch (InvalidPathException notAPath) {
                // Nothing can be found there.
            }
        }
        return new SearchPath(String.join(":", kept), leftOut);
    }

    /// Whether neither the agent nor another user can change what a path leads to: each folder that
    /// is looked into on the way, links included, and the file itself.
    public boolean isTrusted(Path path) {
        try {
            var way = way(path.toAbsolutePath());
            for (var at : way) {
                if (access.isWritable(at)) return false;
            }
            for (var at : way) {
                if (Files.exists(at) && isOpenToOthers(at, at.equals(way.getLast()))) return false;
            }
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// All places on the way to a path's real one.
    private static List<Path> way(Path path) throws IOException {
        var names = new ArrayDeque<Path>();
        path.forEach(names::add);
        var way = new ArrayList<Path>();
        var at = ROOT;
        way.add(at);
        for (var links = 0; !names.isEmpty(); ) {
            var name = names.remove();
            if (name.toString().isEmpty() || name.toString().equals(".")) continue;
            var next = name.toString().equals("..") ? parent(at) : at.resolve(name);
            if (Files.isSymbolicLink(next)) {
                if (++links > MOST_LINKS) throw new IOException("too many links: " + path);
                var target = Files.readSymbolicLink(next);
                if (target.isAbsolute()) at = ROOT;
                var all = new ArrayList<Path>();
                target.forEach(all::add);
                for (var one : all.reversed()) names.addFirst(one);
                continue;
            }
            at = next;
            way.add(at);
        }
        return way;
    }

    private static Path parent(Path path) {
        var parent = path.getParent();
        return parent == null ? ROOT : parent;
    }

    /// A folder on the way may be open to all if it is sticky: what lies in it cannot be replaced.
    private static boolean isOpenToOthers(Path path, boolean last) throws IOException {
        var seen = Files.readAttributes(path, "unix:mode,uid,permissions", LinkOption.NOFOLLOW_LINKS);
        var owner = seen.get("uid");
        if (!(seen.get("permissions") instanceof Set<?> rights) || !(seen.get("mode") instanceof Integer mode))
            return true;
        var sticky = (mode & 01000) != 0;
        if (rights.contains(PosixFilePermission.OTHERS_WRITE) && (last || !sticky)) return true;
        return !owners().contains(owner);
    }

    /// Root (whatever number it has in here) and the user.
    private static Set<Object> owners() throws IOException {
        return Set.copyOf(List.of(
                0, Files.getAttribute(ROOT, "unix:uid"), Files.getAttribute(Path.of("/proc/self"), "unix:uid")));
    }

    private static boolean isProgram(Path file) {
        return Files.isExecutable(file) && Files.isRegularFile(file);
    }
}
