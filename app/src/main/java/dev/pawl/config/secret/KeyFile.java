package dev.pawl.config.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// An API key that a person or a client gave: a file in Pawl's own folder that its owner alone can
/// read.
public final class KeyFile {
    private static final int LONGEST = 4096;

    private final Path file;

    /// @param home Pawl's own folder
    public KeyFile(Path home) {
        this.file = home.resolve("api-key");
    }

    private KeyFile(KeyFile openAi, String provider) {
        this.file = openAi.file.resolveSibling("api-key." + provider);
    }

    /// The file of another provider's key; OpenAI's is this one.
    public KeyFile of(String provider) {
        return provider.equals("openai") || !provider.matches("[A-Za-z0-9_-]+") ? this : new KeyFile(this, provider);
    }

    public Path file() {
        return file;
    }

    public Optional<String> read() {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var key = new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII).strip();
            return key.isEmpty() ? Optional.empty() : Optional.of(key);
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /// Keeps a key instead of the one before; an empty one takes it away.
    public void write(String key) {
        try {
            if (key.isEmpty()) {
                Files.deleteIfExists(file);
                return;
            }
            Files.createDirectories(file.getParent());
            var fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(fresh);
            var rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            try (var out = Files.newByteChannel(
                    fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights)) {
                out.write(ByteBuffer.wrap((key + "\n").getBytes(StandardCharsets.US_ASCII)));
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException cannot) {
            throw new UncheckedIOException("the API key cannot be kept in " + file, cannot);
        }
    }
}
