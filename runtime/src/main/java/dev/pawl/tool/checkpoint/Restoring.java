package dev.pawl.tool.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Writes files back: beside their place, then moved there, never through a symbolic link. What
/// changed since it was shown is left alone.
final class Restoring {
    private final Workspace workspace;

    Restoring(Workspace workspace) {
        this.workspace = workspace;
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
            if (isAsShown(plan, path) && remove(path)) done.add(path);
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
                if (isAsShown(plan, path) && write(path, file.getValue(), bytes)) done.add(path);
                else kept.add(path);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private boolean isAsShown(UndoPlan plan, String path) throws IOException {
        var shown = plan.present().getOrDefault(path, FileMark.ABSENT);
        return workspace.mark(path).equals(shown);
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

    private boolean write(String path, FileMark mark, byte[] bytes) throws IOException {
        if (!mark.isFile() || !workspace.hasRealFolders(path)) return false;
        var file = workspace.folder().resolve(path);
        Files.createDirectories(file.getParent());
        var draft = file.resolveSibling(".pawl-undo-" + mark.hash().substring(0, 12));
        Files.deleteIfExists(draft);
        if (mark.isLink()) Files.createSymbolicLink(draft, Path.of(new String(bytes, UTF_8)));
        else {
            Files.write(draft, bytes);
            permit(draft, file, mark);
        }
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (FileSystemException occupied) {
            // A folder with somebody's files in it stands there.
            Files.deleteIfExists(draft);
            return false;
        }
    }

    /// As the file has them now, where it is one; git remembers only whether it is a program.
    private static void permit(Path draft, Path file, FileMark mark) throws IOException {
        var permissions = Files.getPosixFilePermissions(draft);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            permissions = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        }
        for (var who : List.of("OWNER", "GROUP", "OTHERS")) {
            var execute = PosixFilePermission.valueOf(who + "_EXECUTE");
            if (mark.isProgram() && permissions.contains(PosixFilePermission.valueOf(who + "_READ"))) {
                permissions.add(execute);
            } else permissions.remove(execute);
        }
        Files.setPosixFilePermissions(draft, permissions);
    }

    /// Takes the folders along that it leaves empty.
    private boolean remove(String path) throws IOException {
        if (!workspace.hasRealFolders(path)) return false;
        var file = workspace.folder().resolve(path);
        Files.deleteIfExists(file);
        try {
            for (var above = file.getParent();
                    above != null && !above.equals(workspace.folder());
                    above = above.getParent()) {
                Files.delete(above);
            }
        } catch (DirectoryNotEmptyException stillUsed) {
            return true;
        }
        return true;
    }
}
