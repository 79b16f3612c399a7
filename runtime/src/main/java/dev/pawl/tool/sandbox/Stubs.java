package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Empty files and folders in the place of protected names that do not exist: something must be
/// there for a mount to lie on. They are taken away with the last command that needs them; a list
/// on the disk tells the next process what one that was killed left. Safe for many threads.
final class Stubs {
    private static final String SUFFIX = ".stubs";

    private final Path folder;
    private final String own;
    private final Map<Path, Integer> held = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean swept;

    /// @param folder where the lists are kept
    Stubs(Path folder) {
        this.folder = folder;
        this.own = name(ProcessHandle.current());
    }

    /// Names a process: its number alone may be another's later.
    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(at -> at.toEpochMilli()).orElse(0L);
    }

    /// Makes those that are missing, and keeps them until they are released.
    void take(List<Path> paths) throws IOException {
        lock.lock();
        try {
            if (!swept) sweep();
            swept = true;
            var fresh = new ArrayList<Path>();
            for (var path : paths) if (held.merge(path, 1, Integer::sum) == 1) fresh.add(path);
            if (fresh.isEmpty()) return;
            write(); // first: a stub that nobody knows of would stay
            for (var path : fresh) make(path);
        } finally {
            lock.unlock();
        }
    }

    private static void make(Path path) throws IOException {
        if (Mounts.isThere(path)) return;
        if (ProtectedPaths.isFolder(path)) Files.createDirectory(path);
        else Files.createFile(path);
    }

    void release(List<Path> paths) {
        lock.lock();
        try {
            var gone = new ArrayList<Path>();
            for (var path : paths) {
                if (held.merge(path, -1, Integer::sum) <= 0) {
                    held.remove(path);
                    gone.add(path);
                }
            }
            if (gone.isEmpty()) return;
            write();
            // A mount of another process must keep its stub: without it the mount would go too.
            var others = others();
            for (var path : gone) if (!others.contains(path)) remove(path);
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        } finally {
            lock.unlock();
        }
    }

    /// Only what is still empty: anything else is somebody's work by now.
    private static void remove(Path path) {
        try {
            if (Files.isSymbolicLink(path)) return;
            if (Files.isDirectory(path) || (Files.isRegularFile(path) && Files.size(path) == 0)) Files.delete(path);
        } catch (IOException notEmptyOrGone) {
            // Then it is not a stub any more.
        }
    }

    private void write() throws IOException {
        Files.createDirectories(folder);
        var file = folder.resolve(own + SUFFIX);
        if (held.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        var text = new StringBuilder();
        held.keySet().forEach(path -> text.append(path).append('\0'));
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    /// Takes away what dead processes left.
    private void sweep() throws IOException {
        for (var list : lists()) {
            if (isAlive(list)) continue;
            var paths = read(list);
            var others = others();
            Files.deleteIfExists(list);
            others.addAll(held.keySet());
            for (var path : paths) if (!others.contains(path)) remove(path);
        }
    }

    private Set<Path> others() throws IOException {
        var others = new HashSet<Path>();
        for (var list : lists()) {
            if (!list.endsWith(own + SUFFIX) && isAlive(list)) others.addAll(read(list));
        }
        return others;
    }

    private List<Path> lists() throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (var found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            var lists = new ArrayList<Path>();
            found.forEach(lists::add);
            return lists;
        }
    }

    private static boolean isAlive(Path list) {
        var name = list.getFileName().toString();
        var process = name.substring(0, name.length() - SUFFIX.length());
        try {
            return ProcessHandle.of(Long.parseLong(process.substring(0, process.indexOf('-'))))
                    .filter(handle -> name(handle).equals(process))
                    .isPresent();
        } catch (NumberFormatException | StringIndexOutOfBoundsException notOurs) {
            return true;
        }
    }

    private static Set<Path> read(Path list) throws IOException {
        var paths = new HashSet<Path>();
        for (var line : Files.readString(list, StandardCharsets.UTF_8).split("\0", -1)) {
            if (!line.isEmpty()) paths.add(Path.of(line));
        }
        return paths;
    }
}
