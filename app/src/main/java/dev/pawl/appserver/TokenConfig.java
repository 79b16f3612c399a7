package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Option;
import dev.pawl.cli.UsageError;
import dev.pawl.net.BearerToken;
import dev.pawl.net.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Which token clients must send, by the options that Codex's server has. Without any of them it is
/// a new one, in a file of ours.
public final class TokenConfig {
    private static final String MODE = "--ws-auth";
    private static final String FILE = "--ws-token-file";
    private static final String DIGEST = "--ws-token-sha256";
    private static final String SECRET = "--ws-shared-secret-file";
    private static final String ISSUER = "--ws-issuer";
    private static final String AUDIENCE = "--ws-audience";
    private static final String NO_AUTH = "--no-auth";
    private static final String SKEW = "--ws-max-clock-skew-seconds";
    private static final int FEWEST_SECRET_BYTES = 32;
    private static final int FEWEST_TOKEN_CHARS = 16;
    private static final long USUAL_SKEW_SECONDS = 30;

    static final List<Option> OPTIONS = List.of(
            Option.value(MODE, "MODE", "how WebSocket clients prove who they are; a new token in a file without it")
                    .choice("capability-token", "signed-bearer-token"),
            Option.value(FILE, "PATH", "capability-token: the file that holds the token"),
            Option.value(DIGEST, "HEX", "capability-token: the SHA-256 of the token"),
            Option.value(SECRET, "PATH", "signed-bearer-token: the file that holds the secret of the signatures"),
            Option.value(ISSUER, "NAME", "signed-bearer-token: the only issuer"),
            Option.value(AUDIENCE, "NAME", "signed-bearer-token: the only audience"),
            Option.value(SKEW, "SECONDS", "signed-bearer-token: how wrong a clock may be (30)"),
            Option.flag(NO_AUTH, "ask WebSocket clients for no token: for a Codex TUI that has no option for one"));

    /// A token in force, and what is said of it at the start.
    record Opened(Optional<BearerToken> token, Optional<TokenFile> file) {
        boolean isOpenToAll() {
            return token.isEmpty();
        }

        Dialogue.Proof proof() {
            return text -> token.isEmpty() || token.get().holds(text);
        }

        void close() throws IOException {
            if (file.isPresent()) file.get().close();
        }
    }

    private final Optional<BearerToken> given;
    private final boolean openToAll;
    private final Path folder;

    private TokenConfig(Optional<BearerToken> given, boolean openToAll, Path folder) {
        this.given = given;
        this.openToAll = openToAll;
        this.folder = folder;
    }

    /// @param folder where a new token is written
    static TokenConfig of(Arguments arguments, Path folder) {
        var given = token(arguments);
        var openToAll = arguments.has(NO_AUTH);
        if (openToAll && given.isPresent()) throw new UsageError(NO_AUTH + " and " + MODE + " exclude each other");
        return new TokenConfig(given, openToAll, folder);
    }

    /// The files that confined commands must not read.
    public static List<Path> secretFiles(Arguments arguments) {
        return List.of(FILE, SECRET).stream()
                .flatMap(option -> arguments.value(option).stream())
                .map(path -> Path.of(path).toAbsolutePath().normalize())
                .toList();
    }

    Opened open(int port) throws IOException {
        if (given.isPresent() || openToAll) return new Opened(given, Optional.empty());
        var file = TokenFile.write(folder, port);
        return new Opened(Optional.of(BearerToken.Capability.of(file.token())), Optional.of(file));
    }

    private static Optional<BearerToken> token(Arguments arguments) {
        var mode = arguments.value(MODE);
        if (mode.isEmpty()) {
            for (var option : List.of(FILE, DIGEST, SECRET, ISSUER, AUDIENCE, SKEW)) {
                if (arguments.value(option).isPresent()) throw new UsageError(option + " needs " + MODE);
            }
            return Optional.empty();
        }
        return Optional.of(mode.get().equals("capability-token") ? capability(arguments) : signed(arguments));
    }

    private static BearerToken capability(Arguments arguments) {
        refuse(arguments, "capability-token", SECRET, ISSUER, AUDIENCE, SKEW);
        var file = arguments.value(FILE);
        var digest = arguments.value(DIGEST);
        if (file.isPresent() == digest.isPresent()) {
            throw new UsageError(MODE + " capability-token needs " + FILE + " or " + DIGEST + ", one of them");
        }
        if (digest.isPresent()) return new BearerToken.Capability(digest(digest.get()));
        var token = new String(read(FILE, file.orElseThrow()), UTF_8).strip();
        if (token.length() < FEWEST_TOKEN_CHARS) {
            throw new UsageError(FILE + ": a token has at least " + FEWEST_TOKEN_CHARS + " characters");
        }
        return BearerToken.Capability.of(token);
    }

    private static byte[] digest(String hex) {
        try {
            var bytes = HexFormat.of().parseHex(hex.strip());
            if (bytes.length == 32) return bytes;
        } catch (IllegalArgumentException notHex) {
            // Told below.
        }
        throw new UsageError(DIGEST + " is 64 hexadecimal digits");
    }

    private static BearerToken signed(Arguments arguments) {
        refuse(arguments, "signed-bearer-token", FILE, DIGEST);
        var file = arguments
                .value(SECRET)
                .orElseThrow(() -> new UsageError(MODE + " signed-bearer-token needs " + SECRET));
        var secret = new String(read(SECRET, file), UTF_8).strip().getBytes(UTF_8);
        if (secret.length < FEWEST_SECRET_BYTES) {
            throw new UsageError(SECRET + ": a secret has at least " + FEWEST_SECRET_BYTES + " bytes");
        }
        var claims = new BearerToken.Signed.Claims(
                arguments.value(ISSUER), arguments.value(AUDIENCE), Duration.ofSeconds(skew(arguments)));
        return new BearerToken.Signed(secret, claims, InstantSource.system());
    }

    private static long skew(Arguments arguments) {
        var given = arguments.value(SKEW);
        if (given.isEmpty()) return USUAL_SKEW_SECONDS;
        try {
            var seconds = Long.parseLong(given.get());
            if (seconds >= 0 && seconds <= 3600) return seconds;
        } catch (NumberFormatException notANumber) {
            // Told below.
        }
        throw new UsageError(SKEW + " is a number of seconds from 0 to 3600");
    }

    private static void refuse(Arguments arguments, String mode, String... options) {
        for (var option : options) {
            if (arguments.value(option).isPresent()) throw new UsageError(option + " is not for " + MODE + " " + mode);
        }
    }

    /// What other users can read is no secret.
    private static byte[] read(String option, String name) {
        var path = Path.of(name);
        if (!path.isAbsolute()) throw new UsageError(option + " must be an absolute path: " + name);
        try {
            var rights = Files.getPosixFilePermissions(path);
            if (rights.stream()
                    .anyMatch(right ->
                            right.name().startsWith("OTHERS") || right.name().startsWith("GROUP"))) {
                throw new UsageError(option + ": other users can open " + name + "\n  chmod 600 " + name);
            }
            return Files.readAllBytes(path);
        } catch (IOException unreadable) {
            throw new UsageError(option + ": cannot read " + name);
        }
    }
}
