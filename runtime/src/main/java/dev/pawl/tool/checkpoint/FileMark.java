package dev.pawl.tool.checkpoint;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What a path holds, as git names it: the kind of file and the hash of its bytes. Two equal marks
/// are the same content.
///
/// @param mode `100644`, `100755` for a program, `120000` for a symbolic link
record FileMark(String mode, String hash) {
    static final FileMark ABSENT = new FileMark("000000", "0".repeat(40));
    /// A device, or a file too large to be kept: never equal to what a picture holds.
    static final FileMark OTHER = new FileMark("other", "");

    private static final String LINK = "120000";
    private static final String PROGRAM = "100755";
    private static final String PLAIN = "100644";

    boolean isAbsent() {
        return equals(ABSENT);
    }

    boolean isLink() {
        return mode.equals(LINK);
    }

    boolean isProgram() {
        return mode.equals(PROGRAM);
    }

    /// Whether it is something that can be written back.
    boolean isFile() {
        return isLink() || isProgram() || mode.equals(PLAIN);
    }

    /// What the entry of a folder holds, without following it and without waiting for a pipe.
    static FileMark of(Descriptor folder, String name) throws IOException {
        try (var file = folder.entry(name)) {
            if (file.isLink()) {
                var target = Files.readSymbolicLink(folder.at(name)).toString();
                return new FileMark(LINK, hash(target.getBytes(StandardCharsets.UTF_8)));
            }
            // As in a picture, where folders are only a part of their files' names.
            if (file.isFolder()) return ABSENT;
            if (!file.isPlainFile() || Files.size(file.path()) > CheckpointStore.LARGEST_FILE) return OTHER;
            var program = Files.getPosixFilePermissions(file.path()).contains(PosixFilePermission.OWNER_EXECUTE);
            return new FileMark(program ? PROGRAM : PLAIN, hash(Files.readAllBytes(file.path())));
        } catch (NoSuchFileException none) {
            return ABSENT;
        }
    }

    /// As git hashes a file's bytes.
    static String hash(byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }
}
