package dev.pawl.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import jdk.net.ExtendedSocketOptions;

/// A socket that is a file: of one user, for that user's own clients.
final class SocketFile {
    private SocketFile() {}

    /// Makes the folder, and takes away a socket that no server listens on any more, and nothing
    /// else.
    static void makeRoom(Path path) throws IOException {
        var folder = Objects.requireNonNullElse(path.toAbsolutePath().getParent(), Path.of("/"));
        if (!Files.isDirectory(folder)) PrivateFolder.make(folder);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) remove(path);
    }

    private static void remove(Path path) throws IOException {
        var kind = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0170000;
        if (kind != 0140000) throw new IOException(path + " is there already, and is no socket");
        try (var _ = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            throw new IOException("another server listens on " + path);
        } catch (ConnectException noServer) {
            Files.delete(path);
        }
    }

    /// Only its owner may connect.
    static void restrict(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    /// Whether the system says that the user at the other end is the one who owns the socket.
    static boolean isOwnersOwn(SocketChannel client, Path path) throws IOException {
        var peer = client.getOption(ExtendedSocketOptions.SO_PEERCRED);
        return peer != null && peer.user().equals(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS));
    }
}
