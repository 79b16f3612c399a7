package dev.pawl.exec;

import dev.pawl.cli.FileTrouble;
import dev.pawl.cli.UsageError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/// Picture files as `data:` URLs, by what is in them.
final class Pictures {
    private static final long MOST_BYTES = 20L << 20;

    private Pictures() {}

    static String dataUrl(String file) {
        try {
            var path = Path.of(file);
            if (Files.size(path) > MOST_BYTES) throw new UsageError("picture too large (over 20 MB): " + file);
            var bytes = Files.readAllBytes(path);
            return "data:" + type(bytes, file) + ";base64,"
                    + Base64.getEncoder().encodeToString(bytes);
        } catch (IOException gone) {
            throw new UsageError("picture cannot be read: " + file + "\n  " + FileTrouble.of(gone));
        }
    }

    private static String type(byte[] bytes, String file) {
        if (begins(bytes, 0x89, 'P', 'N', 'G')) return "image/png";
        if (begins(bytes, 0xFF, 0xD8, 0xFF)) return "image/jpeg";
        if (begins(bytes, 'G', 'I', 'F', '8')) return "image/gif";
        if (begins(bytes, 'R', 'I', 'F', 'F')) return "image/webp";
        throw new UsageError("not a PNG, JPEG, GIF or WebP picture: " + file);
    }

    private static boolean begins(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) return false;
        for (var i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xFF) != magic[i]) return false;
        }
        return true;
    }
}
