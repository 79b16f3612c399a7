package dev.pawl.runner.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Reads and writes whole files of a workspace that an agent can write to: never through a link,
/// and a file is there whole or not at all.
final class SafeFile {
    private static final long MOST = 4L << 20;

    private SafeFile() {}

    static Optional<String> read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        try {
            if (Files.size(file) > MOST) throw new IOException(file + " is larger than " + (MOST >> 20) + " MiB");
            return Optional.of(new String(Files.readAllBytes(file), UTF_8));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /// On the disk before it bears its name.
    static void write(Path root, Path file, String text) throws IOException {
        var folder = file.getParent();
        if (folder == null) throw new IOException("no file of a folder: " + file);
        makeFolders(root, folder);
        // Two processes may write the same file at once: the last one to move wins, whole.
        var draft = folder.resolve("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId() + ".new");
        Files.deleteIfExists(draft);
        try (var channel = FileChannel.open(
                draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(folder);
    }

    static void makeFolders(Path root, Path folder) throws IOException {
        var at = root;
        for (var name : root.relativize(folder)) {
            at = at.resolve(name);
            if (Files.isSymbolicLink(at)) throw new IOException(at + " is a link: Pawl writes through none");
            if (Files.isDirectory(at)) continue;
            try {
                Files.createDirectory(at);
            } catch (FileAlreadyExistsException other) {
                // Another process made it at the same moment, unless it is no folder.
                if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) throw other;
            }
        }
    }

    static void sync(Path folder) {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notHere) {
            // Some file systems sync no folders.
        }
    }
}
