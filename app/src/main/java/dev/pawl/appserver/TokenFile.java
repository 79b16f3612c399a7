package dev.pawl.appserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;

/// A token of 256 bits that only the user who started the server can read: the folder is hidden
/// from confined commands too.
record TokenFile(Path path, String token) implements AutoCloseable {
    private static final int BYTES = 32;

    /// A new token for each start; an older one of the same name is replaced.
    static TokenFile write(Path path) throws IOException {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var folder =
                PrivateFolder.make(Objects.requireNonNull(path.toAbsolutePath().getParent()));
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var fresh = Files.createTempFile(folder, "token", "", owner);
        Files.writeString(fresh, token + "\n");
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new TokenFile(path, token);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
