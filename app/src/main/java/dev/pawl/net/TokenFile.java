package dev.pawl.net;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/// A token of 256 bits that only the user who started the server can read: the folder is hidden
/// from confined commands too. The server holds a lock on the file for as long as it runs, so a
/// file without a lock was left by a server that was killed.
public record TokenFile(Path path, String token, FileChannel held) implements AutoCloseable {
    private static final int BYTES = 32;
    private static final String ENDING = ".token";

    /// A new token for each start; an older one of the same name is replaced, and those of servers
    /// that are gone are removed.
    public static TokenFile write(Path parent, int port) throws IOException {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var folder = PrivateFolder.make(parent.toAbsolutePath());
        sweep(folder);
        var path = folder.resolve(port + ENDING);
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var fresh = Files.createTempFile(folder, "token", "", owner);
        Files.writeString(fresh, token + "\n");
        var held = FileChannel.open(fresh, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            held.lock();
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new TokenFile(path, token, held);
        } catch (IOException notWritten) {
            held.close();
            throw notWritten;
        }
    }

    private static void sweep(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (var file : files) if (isLeft(file)) Files.deleteIfExists(file);
        }
    }

    private static boolean isLeft(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                var lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        held.close();
    }
}
