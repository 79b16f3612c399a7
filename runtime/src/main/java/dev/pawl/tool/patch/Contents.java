package dev.pawl.tool.patch;

import dev.pawl.tool.RunFolder;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/// What a file holds, and who may do what with it. No permissions: those that new files get.
final class Contents {
    private final byte[] bytes;
    private final Set<PosixFilePermission> permissions;

    Contents(byte[] bytes, Set<PosixFilePermission> permissions) {
        this.bytes = bytes;
        this.permissions = Set.copyOf(permissions);
    }

    byte[] bytes() {
        return bytes;
    }

    Set<PosixFilePermission> permissions() {
        return permissions;
    }

    String hash() {
        return RunFolder.hash(bytes);
    }
}
