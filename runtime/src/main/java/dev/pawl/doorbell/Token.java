package dev.pawl.doorbell;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Any text as one token of a NATS subject, and back.
///
/// Letters, digits, `_` and `-` and most marks stay as they are; dots, wildcards, `%` and
/// everything that is not visible ASCII become `%` and two hexadecimal digits for each UTF-8 byte.
final class Token {
    private static final String HEX = "0123456789ABCDEF";

    private Token() {}

    static String of(String name) {
        var token = new StringBuilder(name.length());
        for (var b : name.getBytes(StandardCharsets.UTF_8)) {
            if (stays(b)) token.append((char) b);
            else token.append('%').append(HEX.charAt((b >> 4) & 15)).append(HEX.charAt(b & 15));
        }
        return token.toString();
    }

    /// The name, unless the token is not exactly what [#of] would have written.
    static Optional<String> read(String token) {
        var bytes = ByteBuffer.allocate(token.length());
        for (var i = 0; i < token.length(); i++) {
            var c = token.charAt(i);
            if (c != '%') {
                bytes.put((byte) c);
            } else if (i + 2 < token.length()) {
                bytes.put((byte) (HEX.indexOf(token.charAt(i + 1)) * 16 + HEX.indexOf(token.charAt(i + 2))));
                i += 2;
            } else {
                return Optional.empty();
            }
        }
        try {
            var name = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
            // Also refuses what the loop read carelessly: every mistake is written differently.
            return of(name).equals(token) ? Optional.of(name) : Optional.empty();
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    private static boolean stays(byte b) {
        return b > ' ' && b <= '~' && b != '.' && b != '*' && b != '>' && b != '%';
    }
}
