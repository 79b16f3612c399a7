package dev.pawl.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A folder that no other user can look into.
public final class PrivateFolder {
    private PrivateFolder() {}

    /// Makes it where it is not. One of ours that others may enter is closed to them.
    public static Path make(Path folder) throws IOException {
        var owner = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(owner));
        if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
            Files.setPosixFilePermissions(folder, owner);
        }
        return folder;
    }
}
