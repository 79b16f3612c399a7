package dev.pawl.resource;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/// Why a file could not be used, for a person. The JDK's own message is often the path alone.
public final class FileTrouble {
    private FileTrouble() {}

    public static String of(IOException trouble) {
        return switch (trouble) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or folder";
            case NotDirectoryException _ -> "not a folder";
            case FileAlreadyExistsException _ -> "there is something of that name already";
            case FileSystemException other when other.getReason() != null -> lower(other.getReason());
            case IOException other when other.getMessage() != null -> other.getMessage();
            case IOException other -> other.getClass().getSimpleName();
        };
    }

    /// As the middle of a sentence: the system's words begin with a capital.
    private static String lower(String words) {
        return words.isEmpty() ? words : words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }
}
