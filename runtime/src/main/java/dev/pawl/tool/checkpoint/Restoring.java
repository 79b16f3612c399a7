package dev.pawl.tool.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.sandbox.boundary.FolderWalk;
import dev.pawl.tool.sandbox.boundary.HiddenPath;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Writes files back: beside their place, then moved there, never through a symbolic link, also
/// not through one that a running command swaps in. What changed since it was shown is left alone.
final class Restoring {
    private final CheckpointStore workspace;
    private final FolderWalk walk;

    Restoring(CheckpointStore workspace) {
        this.workspace = workspace;
        this.walk = new FolderWalk(workspace.folder(), workspace.access());
    }

    /// The paths that were done; what could not be is added to `kept`.
    List<String> run(UndoPlan plan, List<String> kept) throws IOException, InterruptedException {
        var gone = new ArrayList<String>();
        var back = new TreeMap<>(plan.restored());
        back.entrySet().removeIf(file -> file.getValue().isAbsent() && gone.add(file.getKey()));
        // What comes back first: nothing is taken away before it is there again, unless it stands
        // in the way.
        var inTheWay = gone.stream().filter(path -> isInTheWay(path, back)).toList();
        gone.removeAll(inTheWay);
        var done = new ArrayList<String>();
        remove(inTheWay, plan, done, kept);
        writeBack(back, plan, done, kept);
        remove(gone, plan, done, kept);
        return done;
    }

    private static boolean isInTheWay(String path, NavigableMap<String, FileMark> back) {
        var below = back.ceilingKey(path + "/");
        if (below != null && below.startsWith(path + "/")) return true;
        return back.keySet().stream().anyMatch(file -> path.startsWith(file + "/"));
    }

    private void remove(List<String> paths, UndoPlan plan, List<String> done, List<String> kept) throws IOException {
        for (var path : paths) {
            if (remove(path, shown(plan, path))) done.add(path);
            else kept.add(path);
        }
    }

    private void writeBack(Map<String, FileMark> back, UndoPlan plan, List<String> done, List<String> kept)
            throws IOException {
        var process = workspace.git().start(workspace.index(), "cat-file", "--batch");
        try (var ask = process.getOutputStream();
                var answers = new BufferedInputStream(process.getInputStream())) {
            for (var file : back.entrySet()) {
                var path = file.getKey();
                ask.write((file.getValue().hash() + "\n").getBytes(UTF_8));
                ask.flush();
                var bytes = blob(answers);
                if (isAsShown(plan, path) && write(path, file.getValue(), shown(plan, path), bytes)) done.add(path);
                else kept.add(path);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static FileMark shown(UndoPlan plan, String path) {
        return plan.present().getOrDefault(path, FileMark.ABSENT);
    }

    /// Asked first, so that no folder is made for a file that stays as it is.
    private boolean isAsShown(UndoPlan plan, String path) throws IOException {
        return workspace.mark(path).equals(shown(plan, path));
    }

    private static byte[] blob(InputStream answers) throws IOException {
        var head = new ByteArrayOutputStream();
        for (int c = answers.read(); c != '\n'; c = answers.read()) {
            if (c < 0 || head.size() > 200) throw new NoCheckpoint("git cat-file broke off");
            head.write(c);
        }
        var words = head.toString(UTF_8).split(" ", -1);
        if (words.length != 3 || !words[1].equals("blob")) {
            throw new NoCheckpoint("the store of checkpoints is damaged: " + head.toString(UTF_8));
        }
        var bytes = answers.readNBytes(Integer.parseInt(words[2]));
        answers.skipNBytes(1);
        return bytes;
    }

    /// What is written is decided in the folder that it is written to: nothing that happens to the
    /// folder's name in between leads elsewhere.
    private boolean write(String path, FileMark mark, FileMark shown, byte[] bytes) throws IOException {
        if (!mark.isFile()) return false;
        try {
            return walk.to(Path.of(path), FolderWalk.Missing.MAKE, (folder, name) -> {
                if (!FileMark.of(folder, name).equals(shown)) return false;
                var draft = folder.at(".pawl-undo-" + mark.hash().substring(0, 12));
                Files.deleteIfExists(draft);
                try {
                    if (mark.isLink()) Files.createSymbolicLink(draft, Path.of(new String(bytes, UTF_8)));
                    else {
                        Files.write(draft, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                        runMode(draft, folder.at(name), mark);
                    }
                    return moved(draft, folder.at(name));
                } finally {
                    Files.deleteIfExists(draft);
                }
            });
        } catch (HiddenPath | NotDirectoryException | NoSuchFileException inTheWay) {
            // A link or a file on the way, or a place that is hidden: it stays as it is.
            return false;
        }
    }

    private static boolean moved(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (FileSystemException occupied) {
            // A folder with files of its own stands there.
            return false;
        }
    }

    /// As the file has them now, where it is one; git remembers only whether it is a program.
    private static void runMode(Path draft, Path file, FileMark mark) throws IOException {
        var there = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? file : draft;
        var permissions = Files.getPosixFilePermissions(there, LinkOption.NOFOLLOW_LINKS);
        for (var who : List.of("OWNER", "GROUP", "OTHERS")) {
            var execute = PosixFilePermission.valueOf(who + "_EXECUTE");
            if (mark.isProgram() && permissions.contains(PosixFilePermission.valueOf(who + "_READ"))) {
                permissions.add(execute);
            } else permissions.remove(execute);
        }
        Files.getFileAttributeView(draft, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setPermissions(permissions);
    }

    /// Takes the folders along that it leaves empty.
    private boolean remove(String path, FileMark shown) throws IOException {
        try {
            var removed = walk.to(Path.of(path), FolderWalk.Missing.FAIL, (folder, name) -> {
                if (!FileMark.of(folder, name).equals(shown)) return false;
                Files.deleteIfExists(folder.at(name));
                return true;
            });
            if (removed) removeEmptyAbove(Path.of(path));
            return removed;
        } catch (NoSuchFileException alreadyGone) {
            return shown.isAbsent();
        } catch (HiddenPath | NotDirectoryException inTheWay) {
            return false;
        }
    }

    private void removeEmptyAbove(Path path) {
        try {
            for (var above = path.getParent(); above != null; above = above.getParent()) {
                walk.to(above, FolderWalk.Missing.FAIL, (folder, name) -> {
                    // Only a folder, and only an empty one.
                    try (var _ = folder.folder(name)) {
                        Files.delete(folder.at(name));
                    }
                    return name;
                });
            }
        } catch (IOException stillUsed) {
            // The rest stays.
        }
    }
}
