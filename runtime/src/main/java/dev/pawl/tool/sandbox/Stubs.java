package dev.pawl.tool.sandbox;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Empty files and folders in the place of protected names that do not exist: something must be
/// there for a mount to lie on. They are taken away with the last command that needs them: when a
/// stub goes, every mount on it goes too, in whatever process. So each process keeps a list on the
/// disk of those it needs, which also tells the next one what a process that was killed left. Safe
/// for many threads and many processes.
final class Stubs {
    private static final String SUFFIX = ".stubs";
    private static final String LOCK = "stubs.lock";
    /// A file's lock is for the whole process, so its threads take turns first.
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Path folder;
    private final String own;
    private final Map<Path, Integer> held = new LinkedHashMap<>();

    /// @param folder where the lists are kept
    Stubs(Path folder) {
        this.folder = folder;
        // A list for each, not for the process: one would write over what another needs.
        this.own = name(ProcessHandle.current()) + "-" + COUNT.incrementAndGet() + SUFFIX;
    }

    /// Names a process: its number alone may be another's later.
    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(at -> at.toEpochMilli()).orElse(0L);
    }

    /// Makes those of these names that are missing, and keeps them until they are released. What
    /// lies there as a stub, by whomever, is as missing: it must not go before this command does.
    ///
    /// @return those that were missing
    Set<Path> take(Collection<Path> names) throws IOException {
        return alone(() -> {
            sweep();
            var others = others();
            var missing = new LinkedHashSet<Path>();
            for (var name : names) {
                var isStub = held.containsKey(name) || others.contains(name);
                if (!Mounts.isThere(name) || (isStub && !Files.isSymbolicLink(name))) missing.add(name);
            }
            if (missing.isEmpty()) return missing;
            for (var path : missing) held.merge(path, 1, Integer::sum);
            try {
                write(); // first: a stub that nobody knows of would stay
                for (var path : missing) make(path);
            } catch (IOException | RuntimeException full) {
                giveBack(missing, others);
                throw full;
            }
            return missing;
        });
    }

    private static void make(Path path) throws IOException {
        if (Mounts.isThere(path)) return;
        try {
            if (ProtectedPaths.isFolder(path)) Files.createDirectory(path);
            else Files.createFile(path);
        } catch (FileAlreadyExistsException meanwhile) {
            // Then there is something for a mount to lie on.
        }
    }

    /// What cannot be taken away stays on the list, and goes after this process has ended.
    void release(Set<Path> paths) {
        if (paths.isEmpty()) return;
        try {
            alone(() -> {
                giveBack(paths, others());
                return paths;
            });
        } catch (IOException cannot) {
            // They count as needed, so nobody takes them for more than stubs.
        }
    }

    private void giveBack(Set<Path> paths, Set<Path> others) {
        var gone = new ArrayList<Path>();
        for (var path : paths) {
            if (held.merge(path, -1, Integer::sum) <= 0) {
                held.remove(path);
                gone.add(path);
            }
        }
        if (gone.isEmpty()) return;
        for (var path : gone) if (!others.contains(path)) remove(path);
        try {
            write(); // last: whoever comes after a crash in between takes the rest away
        } catch (IOException full) {
            // A list that names too much is put right by the next one.
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    /// One at a time among all processes with this folder. An interrupt would close the file and
    /// lose the lock; it is kept for later.
    private <T> T alone(Work<T> work) throws IOException {
        var interrupted = Thread.interrupted();
        IN_THIS_PROCESS.lock();
        try {
            Files.createDirectories(folder);
            while (true) {
                try (var file = FileChannel.open(folder.resolve(LOCK), CREATE, WRITE);
                        var _ = file.lock()) {
                    return work.run();
                } catch (FileLockInterruptionException notYet) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            IN_THIS_PROCESS.unlock();
            if (interrupted) Thread.currentThread().interrupt();
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
        var file = folder.resolve(own);
        if (held.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        var text = new StringBuilder();
        held.keySet().forEach(path -> text.append(path).append('\0'));
        // A full disk must not cost us the list that is there.
        var draft = folder.resolve(own + ".new");
        try {
            Files.writeString(draft, text, StandardCharsets.UTF_8);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /// Takes away what dead processes left.
    private void sweep() throws IOException {
        for (var list : lists()) {
            if (isAlive(list)) continue;
            var paths = read(list);
            var needed = others();
            needed.addAll(held.keySet());
            for (var path : paths) if (!needed.contains(path)) remove(path);
            Files.deleteIfExists(list);
        }
    }

    private Set<Path> others() throws IOException {
        var others = new HashSet<Path>();
        for (var list : lists()) {
            if (!list.endsWith(own) && isAlive(list)) others.addAll(read(list));
        }
        return others;
    }

    private List<Path> lists() throws IOException {
        try (var found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            var lists = new ArrayList<Path>();
            found.forEach(lists::add);
            return lists;
        }
    }

    private static boolean isAlive(Path list) {
        var name = list.getFileName().toString();
        try {
            return ProcessHandle.of(Long.parseLong(name.substring(0, name.indexOf('-'))))
                    .filter(handle -> name.startsWith(name(handle)))
                    .isPresent();
        } catch (NumberFormatException | StringIndexOutOfBoundsException notOurs) {
            return true;
        }
    }

    private static Set<Path> read(Path list) throws IOException {
        var paths = new HashSet<Path>();
        try {
            for (var line : Files.readString(list, StandardCharsets.UTF_8).split("\0", -1)) {
                if (!line.isEmpty()) paths.add(Path.of(line));
            }
        } catch (NoSuchFileException gone) {
            // Its process needs nothing any more.
        }
        return paths;
    }
}
