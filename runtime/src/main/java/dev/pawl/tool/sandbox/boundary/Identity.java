package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Which file it is, whatever its name: device and inode.
record Identity(long device, long inode) {
    static Identity of(Path path, LinkOption... options) throws IOException {
        var seen = Files.readAttributes(path, "unix:dev,ino", options);
        return new Identity(
                seen.get("dev") instanceof Long device ? device : 0, seen.get("ino") instanceof Long inode ? inode : 0);
    }

    /// Nothing for what is not there.
    static Optional<Identity> find(Path path) {
        try {
            return Files.exists(path) ? Optional.of(of(path)) : Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /// Whether the file has more than one name (hard links).
    static boolean hasMoreNames(Path path, LinkOption... options) throws IOException {
        return Files.getAttribute(path, "unix:nlink", options) instanceof Integer names && names > 1;
    }
}
