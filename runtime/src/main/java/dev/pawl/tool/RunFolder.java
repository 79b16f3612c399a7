package dev.pawl.tool;

import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Small notes about calls that run, for whoever takes over when this process dies. A note is there
/// whole or not at all. Only its owner can read the folder.
public final class RunFolder {
    private final Path folder;
    private final String thread;
    /// Whether the folder is made for the first note.
    private final boolean isMade;

    public RunFolder(ToolEnvironment toolEnvironment) {
        this(toolEnvironment.runFolder(), fileName(toolEnvironment.thread().value()), true);
    }

    /// The thread's notes in another folder, which is there for as long as they may be written.
    public static RunFolder in(Path folder, ToolEnvironment toolEnvironment) {
        return new RunFolder(folder, fileName(toolEnvironment.thread().value()), false);
    }

    /// The notes of all threads, to be looked at.
    public static RunFolder ofAll(Path folder) {
        return new RunFolder(folder, "*", false);
    }

    private RunFolder(Path folder, String thread, boolean isMade) {
        this.folder = folder;
        this.thread = thread;
        this.isMade = isMade;
    }

    /// The notes of one thread.
    public static RunFolder of(Path folder, ThreadId thread) {
        return new RunFolder(folder, fileName(thread.value()), true);
    }

    /// The thread's own note of one kind.
    public Path file(String kind) {
        return folder.resolve(thread + "." + kind + ".json");
    }

    /// The note of one call. Ids come from outside, so they are spelt safely.
    public Path file(CallId call, String kind) {
        return folder.resolve(thread + "." + fileName(call.value()) + "." + kind + ".json");
    }

    /// All notes of one kind that the calls of this thread left.
    public List<Path> files(String kind) {
        try (var found = Files.newDirectoryStream(folder, thread + ".*." + kind + ".json")) {
            var files = new ArrayList<Path>();
            found.forEach(files::add);
            return files;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public void write(Path file, Json note) throws IOException {
        if (isMade) make(folder);
        var draft = file.resolveSibling(file.getFileName() + ".new");
        // A stream, not a channel: an interrupt must not cut a note short.
        try (var out = new FileOutputStream(draft.toFile())) {
            out.write(note.write().getBytes(StandardCharsets.UTF_8));
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Makes the folder, for its owner alone; one that others may enter is closed to them.
    public static void make(Path folder) throws IOException {
        var own = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(own));
        if (!Files.getPosixFilePermissions(folder).equals(own)) Files.setPosixFilePermissions(folder, own);
    }

    public Optional<Json> read(Path file) {
        try {
            return Optional.of(Json.parse(text(file)));
        } catch (FileNotFoundException none) {
            return Optional.empty();
        } catch (BadJson damaged) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) throws IOException {
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException undeletable) {
            throw new UncheckedIOException(undeletable);
        }
    }

    /// An id as a part of a file's name: one with other characters is spelt by its hash.
    public static String fileName(String id) {
        return id.matches("[A-Za-z0-9_-]{1,80}") ? id : "h-" + hash(id.getBytes(StandardCharsets.UTF_8));
    }

    /// SHA-256 in hexadecimal digits.
    public static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
