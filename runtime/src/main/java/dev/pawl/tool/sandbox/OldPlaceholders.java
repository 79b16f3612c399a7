package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Takes away the empty files and folders that earlier versions made in projects for the time of a
/// command, and left there when they were killed. Their lists are named after the process.
final class OldPlaceholders {
    private OldPlaceholders() {}

    /// @param folder where the lists are kept
    static void sweep(Path folder) {
        try (var lists = Files.newDirectoryStream(folder, "*.stubs")) {
            for (var list : lists) {
                if (isAlive(list.getFileName().toString())) continue;
                for (var line : Files.readString(list, UTF_8).split("\0", -1)) remove(line);
                Files.deleteIfExists(list);
            }
        } catch (IOException none) {
            // No list, or one that the next process will read.
        }
    }

    private static boolean isAlive(String name) {
        try {
            var parts = name.split("-", 3);
            return ProcessHandle.of(Long.parseLong(parts[0]))
                    .flatMap(process -> process.info().startInstant())
                    .filter(start -> parts[1].equals(Long.toString(start.toEpochMilli())))
                    .isPresent();
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException notOurs) {
            return true;
        }
    }

    /// Only what is still empty: anything else is the user's by now.
    private static void remove(String name) {
        try {
            if (name.isEmpty()) return;
            var path = Path.of(name);
            var isEmptyFile = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) == 0;
            if (isEmptyFile || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) Files.delete(path);
        } catch (IOException | InvalidPathException notEmptyOrGone) {
            // Then it is not a stub any more.
        }
    }
}
