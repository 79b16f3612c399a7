package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.net.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who has signed in with a browser. A link works once and for ten minutes; the cookie it gives
/// works for thirty days, also after the server was started again. Only digests are kept, in a
/// folder of the user alone. Safe for use by many threads.
///
/// A link is a file named after its token's digest: every process of the user can make one, and the
/// one that deletes it has used it.
final class SignIns {
    static final Duration LINK = Duration.ofMinutes(10);
    static final Duration COOKIE = Duration.ofDays(30);
    private static final int MOST_COOKIES = 100;
    private static final int BYTES = 32;

    private final Path links;
    private final Path cookieFile;
    private final InstantSource clock;
    private final SecureRandom chance = new SecureRandom();
    private final Map<String, Instant> cookies;

    /// @param folder of the user alone
    SignIns(Path folder, InstantSource clock) throws IOException {
        this.links = PrivateFolder.make(folder.resolve("links"));
        this.cookieFile = folder.resolve("sign-ins");
        this.clock = clock;
        this.cookies = read(cookieFile);
    }

    /// The token of a new link.
    String link() throws IOException {
        forgetOldLinks();
        var token = fresh();
        Files.createFile(links.resolve(digest(token)));
        return token;
    }

    private void forgetOldLinks() throws IOException {
        try (var all = Files.newDirectoryStream(links)) {
            for (var link : all) if (isOld(link)) Files.deleteIfExists(link);
        }
    }

    private boolean isOld(Path link) throws IOException {
        return !Files.getLastModifiedTime(link).toInstant().plus(LINK).isAfter(clock.instant());
    }

    /// Whether a link's token is right; no second time.
    boolean use(String token) throws IOException {
        var file = links.resolve(digest(token));
        try {
            var old = isOld(file);
            Files.delete(file);
            return !old;
        } catch (NoSuchFileException used) {
            return false;
        }
    }

    /// A new cookie's value.
    synchronized String cookie() throws IOException {
        var value = fresh();
        cookies.values().removeIf(until -> !until.isAfter(clock.instant()));
        while (cookies.size() >= MOST_COOKIES) {
            cookies.remove(cookies.keySet().iterator().next());
        }
        cookies.put(digest(value), clock.instant().plus(COOKIE));
        write();
        return value;
    }

    synchronized boolean isCookie(String value) {
        var until = cookies.get(digest(value));
        return until != null && until.isAfter(clock.instant());
    }

    synchronized void forget(String value) throws IOException {
        if (cookies.remove(digest(value)) != null) write();
    }

    private String fresh() {
        var bytes = new byte[BYTES];
        chance.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String digest(String value) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static Map<String, Instant> read(Path file) throws IOException {
        var cookies = new LinkedHashMap<String, Instant>();
        if (!Files.exists(file)) return cookies;
        for (var line : Files.readAllLines(file)) {
            var space = line.indexOf(' ');
            if (space < 0) continue;
            try {
                var until = Instant.ofEpochSecond(Long.parseLong(line.substring(space + 1)));
                cookies.put(line.substring(0, space), until);
            } catch (NumberFormatException damaged) {
                // That one signs in again.
            }
        }
        return cookies;
    }

    private void write() throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var folder = cookieFile.toAbsolutePath().getParent();
        var next = Files.createTempFile(folder, "sign-ins", "", owner);
        var text = new StringBuilder();
        cookies.forEach((digest, until) ->
                text.append(digest).append(' ').append(until.getEpochSecond()).append('\n'));
        Files.writeString(next, text);
        Files.move(next, cookieFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
