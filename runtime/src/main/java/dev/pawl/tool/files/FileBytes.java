package dev.pawl.tool.files;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

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
    static void read(Descriptor file, Reader reader) throws IOException, InterruptedException {
        if (file.isFolder()) throw new IOException("Is a directory (os error 21)");
        // Pipes and devices would be read for ever.
        if (!file.isPlainFile()) throw new IOException("not a regular file");
        var buffer = new byte[PIECE];
        try (var in = Files.newInputStream(file.path())) {
            for (var n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (Thread.interrupted()) throw new InterruptedException();
                if (!reader.take(buffer, n)) return;
            }
        }
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
