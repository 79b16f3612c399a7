package dev.pawl.exec;

import dev.pawl.card.Part;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Consumer;

/// Picture files as `data:` URLs, by what is in them.
public final class Pictures {
    private static final long MOST_BYTES = 20L << 20;

    private Pictures() {}

    /// One that cannot be shown is told of in its place, to the model and to the person, and the
    /// turn goes on: as Codex does, and its SDK expects.
    public static Part part(String file, Consumer<String> note) {
        try {
            var path = Path.of(file);
            if (Files.size(path) > MOST_BYTES) return unshown(note, file, "over 20 MB");
            var bytes = Files.readAllBytes(path);
            var type = type(bytes);
            if (type.isEmpty()) return unshown(note, file, "not a PNG, JPEG, GIF or WebP picture");
            return new Part.Image(
                    "data:" + type + ";base64," + Base64.getEncoder().encodeToString(bytes));
        } catch (IOException gone) {
            return unshown(note, file, FileTrouble.of(gone));
        }
    }

    private static Part unshown(Consumer<String> note, String file, String why) {
        note.accept(
                "picture cannot be shown: " + file + ": " + why + "\n  the model is told so, and goes on without it");
        return new Part.Text("[The picture " + file + " could not be shown: " + why + "]\n");
    }

    private static String type(byte[] bytes) {
        if (begins(bytes, 0x89, 'P', 'N', 'G')) return "image/png";
        if (begins(bytes, 0xFF, 0xD8, 0xFF)) return "image/jpeg";
        if (begins(bytes, 'G', 'I', 'F', '8')) return "image/gif";
        if (begins(bytes, 'R', 'I', 'F', 'F')) return "image/webp";
        return "";
    }

    private static boolean begins(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) return false;
        for (var i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xFF) != magic[i]) return false;
        }
        return true;
    }
}
