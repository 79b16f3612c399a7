package dev.pawl.web;

import dev.pawl.net.PrivateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// The folder of the one server that a home has: its lock, and where it can be reached. The system
/// gives the lock back when the process ends, however it ends.
final class ServerHome implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;
    private final FileLock lock;

    private ServerHome(Path folder, FileChannel channel, FileLock lock) {
        this.folder = folder;
        this.channel = channel;
        this.lock = lock;
    }

    /// Nothing when another process holds it.
    static Optional<ServerHome> take(Path folder) throws IOException {
        PrivateFolder.make(folder);
        var channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new ServerHome(folder, channel, lock));
    }

    void say(RunningServer running) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var next = Files.createTempFile(folder, "server", "", owner);
        Files.writeString(next, running.json("").write());
        Files.move(
                next,
                folder.resolve(RunningServer.FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(folder.resolve(RunningServer.FILE));
        lock.release();
        channel.close();
    }
}
