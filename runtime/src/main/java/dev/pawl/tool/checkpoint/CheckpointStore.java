package dev.pawl.tool.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.FolderWalk;
import dev.pawl.tool.sandbox.boundary.HiddenPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The pictures of one folder. Its store is a folder of Pawl's own: a bare git repository, an index
/// that remembers what was looked at, and a line for each checkpoint. Safe for use by many threads
/// and processes.
///
/// A picture is complete before anything names it, so a crash leaves the earlier ones as they were.
public final class CheckpointStore {
    /// Larger files are left out, and said to be.
    static final long LARGEST_FILE = 8L << 20;

    /// More than this at once is no project but a mistake.
    private static final int MOST_FILES = 200_000;

    private static final long MOST_BYTES = 1L << 30;

    /// How long another process may keep us waiting; and for how long it is not waited for again.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration MEMORY = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofMillis(5);

    /// What comes from a checkout must go back as the same bytes.
    private static final String ATTRIBUTES = "* -text -ident !filter !eol !working-tree-encoding\n";

    private final Path folder;
    private final Path store;
    private final Path program;
    private final Git git;
    private final CheckpointFiles files;
    private final ReentrantLock turns = new ReentrantLock();
    /// Whether, and when, another process kept the store for too long. Only in [#alone].
    private boolean keptLately;
    private long keptNanos;
    private final Path pawlHome;
    private final AccessMap access;
    /// The last picture of this process, and how the folder looked just before it. Only while
    /// [#alone].
    private @Nullable Seen last;

    private record Seen(Glance glance, Picture picture) {}

    /// @param access what the agent may see of the folder: the rest is never written back
    CheckpointStore(Path program, Path folder, Path store, Path pawlHome, AccessMap access) {
        this.access = access;
        this.program = program;
        this.folder = folder;
        this.store = store;
        this.pawlHome = pawlHome;
        this.git = new Git(program, store.resolve("git"), folder);
        this.files = new CheckpointFiles(store.resolve("entries"));
    }

    public Path folder() {
        return folder;
    }

    AccessMap access() {
        return access;
    }

    CheckpointFiles files() {
        return files;
    }

    Git git() {
        return git;
    }

    Path index() {
        return store.resolve("index");
    }

    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /// Does it while nobody else touches this store.
    ///
    /// @throws NoCheckpoint.Busy when another process keeps it for too long: one that was stopped
    ///         never lets go
    <T> T alone(Work<T> work) throws IOException, InterruptedException {
        turns.lockInterruptibly();
        try {
            Files.createDirectories(
                    store, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            try (var channel = FileChannel.open(
                            store.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = lock(channel)) {
                if (!held.isValid()) throw new NoCheckpoint("no lock on " + store);
                prepare();
                return work.run();
            }
        } finally {
            turns.unlock();
        }
    }

    private FileLock lock(FileChannel channel) throws IOException, InterruptedException {
        var began = System.nanoTime();
        var patience = keptLately && began - keptNanos < MEMORY.toNanos() ? Duration.ZERO : PATIENCE;
        while (true) {
            var held = channel.tryLock();
            if (held != null) {
                keptLately = false;
                return held;
            }
            if (System.nanoTime() - began > patience.toNanos()) break;
            Thread.sleep(LOOK);
        }
        if (patience.isPositive()) keptNanos = System.nanoTime();
        keptLately = true;
        throw new NoCheckpoint.Busy(
                "another process keeps the pictures of " + folder + " for itself; perhaps it was stopped (ps shows T)");
    }

    private void prepare() throws IOException, InterruptedException {
        if (!Files.exists(git.folder().resolve("HEAD"))) {
            // What git itself would lay out; a repository is one from its HEAD on.
            Files.createDirectories(git.folder().resolve("objects"));
            Files.createDirectories(git.folder().resolve("refs/trees"));
            Files.writeString(store.resolve("workspace"), folder + "\n");
            replace(git.folder().resolve("config"), "[core]\n\trepositoryformatversion = 0\n");
            replace(git.folder().resolve("HEAD"), "ref: refs/heads/none\n");
        }
        var info = Files.createDirectories(git.folder().resolve("info"));
        replace(info.resolve("attributes"), ATTRIBUTES);
        replace(info.resolve("exclude"), excludes());
        // Left by a process that died; whoever still runs on its behalf loses its scratch.
        try (var found = Files.newDirectoryStream(store, "scratch-*")) {
            for (var file : found) deleteAll(file);
        }
    }

    private static void replace(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) return;
        var next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// What the user keeps out of their repository, and Pawl's own files.
    private String excludes() {
        var text = new StringBuilder();
        if (pawlHome.startsWith(folder) && !pawlHome.equals(folder)) {
            text.append('/').append(folder.relativize(pawlHome)).append("/\n");
        }
        var own = folder.resolve(".git/info/exclude");
        try {
            if (Files.isRegularFile(own) && Files.size(own) < 1 << 20) text.append(Files.readString(own));
        } catch (IOException unreadable) {
            // A few files more are kept.
        }
        return text.toString();
    }

    /// Takes a picture, or has one that is still true. Only while [#alone].
    Picture picture() throws IOException, InterruptedException {
        var glance = Glance.at(folder, this::isNoPartOfIt);
        var earlier = last;
        if (earlier != null
                && glance.filter(earlier.glance()::isSame).isPresent()
                && isKept(earlier.picture().tree())) {
            return earlier.picture();
        }
        var picture = taken();
        last = glance.map(now -> new Seen(now, picture)).orElse(null);
        return picture;
    }

    private boolean isNoPartOfIt(Path path) {
        return path.endsWith(".git") || path.equals(pawlHome);
    }

    private Picture taken() throws IOException, InterruptedException {
        // Moved aside while in use: what dies half done takes only its scratch along.
        var scratch = store.resolve("scratch-" + ProcessHandle.current().pid());
        if (Files.exists(index())) Files.move(index(), scratch, StandardCopyOption.ATOMIC_MOVE);
        var left = new ArrayList<String>();
        var changed = changed(scratch, left);
        var gone = changed.stream().filter(name -> !isFile(name)).toList();
        if (!gone.isEmpty()) git.run(scratch, joined(gone), "update-index", "--force-remove", "-z", "--stdin");
        changed.removeAll(new HashSet<>(gone));
        if (!changed.isEmpty()) {
            git.run(scratch, joined(changed), "update-index", "--add", "--remove", "--replace", "-z", "--stdin");
        }
        var tree = git.line(scratch, new byte[0], "write-tree");
        keep(tree);
        if (Files.exists(scratch)) Files.move(scratch, index(), StandardCopyOption.ATOMIC_MOVE);
        return new Picture(tree, left);
    }

    /// Names of all that differs from the index and belongs into the picture.
    private List<String> changed(Path scratch, List<String> left) throws IOException, InterruptedException {
        var listed = git.run(
                scratch, "ls-files", "-z", "--others", "--modified", "--deleted", "--exclude-standard", "--", ".");
        var changed = new ArrayList<String>();
        long bytes = 0;
        for (var raw : split(listed)) {
            String name;
            try {
                name = UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
            } catch (CharacterCodingException notText) {
                left.add(new String(raw, UTF_8) + " (its name is not UTF-8)");
                continue;
            }
            if (name.endsWith("/")) {
                left.add(name + " (a repository of its own)");
                continue;
            }
            var size = size(name);
            if (size > LARGEST_FILE) left.add(name + " (" + (size >> 20) + " MiB)");
            else {
                changed.add(name);
                bytes += size;
            }
            if (changed.size() > MOST_FILES || bytes > MOST_BYTES) {
                throw new NoCheckpoint("too many or too large files in " + folder + " to keep pictures of them"
                        + " (name what is generated in .gitignore)");
            }
        }
        return changed;
    }

    private boolean isFile(String name) {
        var file = folder.resolve(name);
        if (!hasRealFolders(name)) return false;
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(file);
    }

    /// Whether every folder above a path is a folder, or not there yet: no link, no file.
    boolean hasRealFolders(String path) {
        var above = folder;
        var relative = Path.of(path);
        for (int i = 0; i + 1 < relative.getNameCount(); i++) {
            above = above.resolve(relative.getName(i));
            if (!Files.exists(above, LinkOption.NOFOLLOW_LINKS)) return true;
            if (!Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) return false;
        }
        return true;
    }

    /// What a path holds now; nothing when it leads through a link or a file, and nothing to be
    /// written back where it is hidden.
    FileMark mark(String path) throws IOException {
        try {
            return new FolderWalk(folder, access).to(Path.of(path), FolderWalk.Missing.FAIL, FileMark::of);
        } catch (HiddenPath hidden) {
            return FileMark.OTHER;
        } catch (NoSuchFileException | NotDirectoryException notThere) {
            return FileMark.ABSENT;
        }
    }

    private long size(String name) throws IOException {
        try {
            var file = folder.resolve(name);
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? attributes.size() : 0;
        } catch (NoSuchFileException gone) {
            return 0;
        }
    }

    private static byte[] joined(List<String> names) {
        var all = new ByteArrayOutputStream();
        for (var name : names) {
            all.writeBytes(name.getBytes(UTF_8));
            all.write(0);
        }
        return all.toByteArray();
    }

    static List<byte[]> split(byte[] text) {
        var parts = new ArrayList<byte[]>();
        int from = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] != 0) continue;
            parts.add(Arrays.copyOfRange(text, from, i));
            from = i + 1;
        }
        return parts;
    }

    /// A commit holds the tree, so that cleaning up the store spares it.
    void keep(String tree) throws IOException, InterruptedException {
        if (isKept(tree)) return;
        var commit = git.line(index(), new byte[0], "commit-tree", tree, "-m", "checkpoint");
        git.run(index(), "update-ref", "refs/trees/" + tree, commit);
    }

    private boolean isKept(String tree) {
        return Files.exists(git.folder().resolve("refs/trees/" + tree));
    }

    /// What git says of the difference of two pictures.
    byte[] diff(Checkpoint.Span span, String... form) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv"));
        words.addAll(List.of(form));
        words.addAll(List.of(span.before(), span.after()));
        return git.run(index(), words.toArray(String[]::new));
    }

    /// What two pictures differ in.
    Map<String, UndoPlan.Change> changes(Checkpoint.Span span) throws IOException, InterruptedException {
        var raw = git.run(
                index(),
                "diff-tree",
                "-r",
                "-z",
                "--raw",
                "--no-renames",
                "--no-ext-diff",
                "--no-textconv",
                "--full-index",
                span.before(),
                span.after());
        var parts = split(raw);
        var changes = new LinkedHashMap<String, UndoPlan.Change>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            // :100644 100644 HASH HASH M
            var words = new String(parts.get(i), UTF_8).substring(1).split(" ", -1);
            changes.put(
                    new String(parts.get(i + 1), UTF_8),
                    new UndoPlan.Change(new FileMark(words[0], words[2]), new FileMark(words[1], words[3])));
        }
        return changes;
    }

    /// Those of the paths that the ignore files of an earlier tree keep out: they were there
    /// before, unseen.
    Set<String> ignoredIn(String tree, Collection<String> paths) throws IOException, InterruptedException {
        if (paths.isEmpty()) return Set.of();
        var then = Files.createDirectories(
                store.resolve("scratch-ignores-" + ProcessHandle.current().pid()));
        try {
            for (var raw : split(git.run(index(), "ls-tree", "-r", "-z", "--name-only", tree))) {
                var name = new String(raw, UTF_8);
                if (!name.equals(".gitignore") && !name.endsWith("/.gitignore")) continue;
                var file = then.resolve(name);
                Files.createDirectories(file.getParent());
                Files.write(file, git.run(index(), "cat-file", "blob", tree + ":" + name));
            }
            // With dots: a name is never read as a pattern.
            var asked = joined(paths.stream().map(path -> "./" + path).toList());
            var found = new Git(program, git.folder(), then)
                    .run(index(), asked, Set.of(0, 1), "check-ignore", "-z", "--no-index", "--stdin");
            var ignored = new HashSet<String>();
            for (var raw : split(found)) ignored.add(new String(raw, UTF_8).substring(2));
            return ignored;
        } finally {
            deleteAll(then);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        try (var walk = Files.walk(folder)) {
            for (var path : walk.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }

    /// The tree with some paths changed.
    String treeWith(String tree, Map<String, FileMark> marks) throws IOException, InterruptedException {
        var scratch = store.resolve("scratch-tree-" + ProcessHandle.current().pid());
        git.run(scratch, "read-tree", tree);
        var lines = new ByteArrayOutputStream();
        for (var mark : marks.entrySet()) {
            var words = mark.getValue().isAbsent()
                    ? "0 " + FileMark.ABSENT.hash()
                    : mark.getValue().mode() + " " + mark.getValue().hash();
            lines.writeBytes((words + "\t" + mark.getKey() + "\0").getBytes(UTF_8));
        }
        git.run(scratch, lines.toByteArray(), "update-index", "--replace", "-z", "--index-info");
        var next = git.line(scratch, new byte[0], "write-tree");
        Files.deleteIfExists(scratch);
        keep(next);
        return next;
    }

    /// Lets go of old checkpoints, and of what only they held.
    void prune() throws IOException, InterruptedException {
        if (!files.prune()) return;
        var needed = files.trees();
        var listed = git.line(index(), new byte[0], "for-each-ref", "--format=%(refname)", "refs/trees");
        for (var ref : listed.lines().toList()) {
            if (!needed.contains(ref.substring("refs/trees/".length()))) git.run(index(), "update-ref", "-d", ref);
        }
        git.run(index(), "gc", "--quiet", "--prune=now");
    }
}
