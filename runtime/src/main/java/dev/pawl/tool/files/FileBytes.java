package dev.pawl.tool.files;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The bytes of a plain file, piece by piece, in bounded memory.
final class FileBytes {
    private static final int PIECE = 64 << 10;

    private FileBytes() {}

    /// Takes pieces of a file; false says that it has seen enough.
    @FunctionalInterface
    interface Reader {
        boolean take(byte[] bytes, int length);
    }

    /// @throws InterruptedException between two pieces, so that a long file can be left
    static void read(Path path, Reader reader) throws IOException, InterruptedException {
        requirePlain(path);
        var buffer = new byte[PIECE];
        try (var in = new FileInputStream(path.toFile())) {
            for (var n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (Thread.interrupted()) throw new InterruptedException();
                if (!reader.take(buffer, n)) return;
            }
        }
    }

    /// Pipes and devices would be read for ever.
    private static void requirePlain(Path path) throws IOException {
        if (!Files.exists(path)) throw new NoSuchFileException(path.toString());
        if (Files.isDirectory(path)) throw new IOException("Is a directory (os error 21)");
        if (!Files.isRegularFile(path)) throw new IOException("not a regular file");
        if (!Files.isReadable(path)) throw new AccessDeniedException(path.toString());
    }

    /// What went wrong, in the words of the system.
    static String why(IOException cannot) {
        return switch (cannot) {
            case NoSuchFileException _ -> "No such file or directory (os error 2)";
            case AccessDeniedException _ -> "Permission denied (os error 13)";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(cannot.getMessage());
        };
    }

    /// A file with a zero byte near its beginning is taken for something else than text.
    static boolean looksBinary(byte[] bytes, int length) {
        for (var i = 0; i < Math.min(length, 8192); i++) {
            if (bytes[i] == 0) return true;
        }
        return false;
    }
}
