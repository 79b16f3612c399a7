package dev.pawl.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/// What the agent must not see: Pawl's own files, and where keys, passwords and sessions usually
/// lie in a user's folder. `pawl.hide` names more, `pawl.unhide` takes some of them off the list.
public final class HiddenPlaces {
    /// Below the user's folder.
    private static final List<String> KEYS = List.of(
            ".ssh",
            ".gnupg",
            ".aws",
            ".azure",
            ".kube",
            ".netrc",
            ".pgpass",
            ".my.cnf",
            ".mylogin.cnf",
            ".pypirc",
            ".git-credentials",
            ".docker/config.json",
            ".cargo/credentials",
            ".cargo/credentials.toml",
            ".gem/credentials",
            ".composer/auth.json",
            ".nuget/NuGet/NuGet.Config",
            ".m2/settings-security.xml",
            ".terraform.d/credentials.tfrc.json",
            ".terraformrc",
            ".vault-token",
            ".s3cfg",
            ".boto",
            ".env",
            ".password-store",
            ".local/share/keyrings",
            ".codex/auth.json",
            ".claude/.credentials.json",
            ".bash_history",
            ".zsh_history",
            ".python_history",
            ".psql_history",
            ".mysql_history",
            ".node_repl_history",
            ".mozilla",
            ".thunderbird",
            "snap/firefox/common/.mozilla",
            ".var/app/org.mozilla.firefox",
            ".var/app/com.google.Chrome");

    /// Below the user's folder for settings.
    private static final List<String> SETTINGS = List.of(
            "gcloud",
            "gh",
            "glab-cli",
            "hub",
            "op",
            "doctl",
            "git/credentials",
            "containers/auth.json",
            "composer/auth.json",
            "rclone/rclone.conf",
            "google-chrome",
            "chromium",
            "BraveSoftware",
            "microsoft-edge",
            "vivaldi",
            "opera");

    /// Files that builds read, and that hold a password or a token in some homes only: hidden in
    /// those.
    private static final Map<String, Pattern> AT_TIMES = Map.of(
            ".npmrc",
            Pattern.compile("(?m)^[^#;\\n]*(?:_auth|_authToken|_password)\\s*=\\s*(?!\\$\\{)\\S"),
            ".yarnrc.yml",
            Pattern.compile("(?m)^[^#\\n]*npmAuth(?:Token|Ident):\\s*(?![\"']?\\$\\{)\\S"),
            ".m2/settings.xml",
            Pattern.compile("<(?:password|passphrase)>\\s*(?![{$<\\s])"),
            ".gradle/gradle.properties",
            Pattern.compile("(?im)^[^#\\n]*(?:password|token|secret|apikey)[^=\\n]*=\\s*\\S"),
            ".config/pip/pip.conf",
            Pattern.compile("://[^/\\s:@]+:[^/\\s@]+@"),
            ".pip/pip.conf",
            Pattern.compile("://[^/\\s:@]+:[^/\\s@]+@"));

    /// Variables with the place of such files.
    private static final List<String> VARIABLES = List.of(
            "AWS_CONFIG_FILE",
            "AWS_SHARED_CREDENTIALS_FILE",
            "AZURE_CONFIG_DIR",
            "CLOUDSDK_CONFIG",
            "GH_CONFIG_DIR",
            "GNUPGHOME",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "KUBECONFIG",
            "NETRC",
            "PGPASSFILE",
            "REGISTRY_AUTH_FILE");

    private static final int MOST_BYTES = 256 * 1024;
    private static final long PATIENCE_MILLIS = 500;

    private final Map<String, String> variables;
    private final List<String> hide;
    private final List<String> unhide;
    private final Path pawl;

    /// @param pawl Pawl's own folder
    public HiddenPlaces(Map<String, String> variables, List<String> hide, List<String> unhide, Path pawl) {
        this.variables = variables;
        this.hide = hide;
        this.unhide = unhide;
        this.pawl = pawl;
    }

    public List<Path> all() {
        var hidden = new LinkedHashSet<Path>();
        hidden.addAll(usual());
        hide.forEach(name -> hidden.addAll(named(name)));
        for (var name : unhide) {
            for (var shown : named(name)) hidden.removeIf(place -> place.startsWith(shown));
        }
        hidden.removeIf(this::isTooWide);
        hidden.add(pawl);
        return List.copyOf(hidden);
    }

    private List<Path> usual() {
        var places = new ArrayList<Path>();
        for (var name : VARIABLES) {
            for (var value : variables.getOrDefault(name, "").split(":", -1)) {
                if (value.startsWith("/")) places.addAll(named(value));
            }
        }
        folder("CODEX_HOME").ifPresent(folder -> {
            places.add(Path.of(folder, "auth.json"));
            places.add(Path.of(folder, "config.toml"));
        });
        named("~").forEach(user -> {
            KEYS.forEach(name -> places.add(user.resolve(name)));
            SETTINGS.forEach(name -> places.add(user.resolve(".config").resolve(name)));
            AT_TIMES.forEach((name, secret) -> {
                if (holds(user.resolve(name), secret)) places.add(user.resolve(name));
            });
        });
        folder("XDG_CONFIG_HOME").ifPresent(folder -> SETTINGS.forEach(name -> places.add(Path.of(folder, name))));
        return places;
    }

    private Optional<String> folder(String variable) {
        return Optional.ofNullable(variables.get(variable)).filter(path -> path.startsWith("/"));
    }

    /// An absolute path, or one below the user's folder.
    private List<Path> named(String name) {
        try {
            if (name.startsWith("/")) return List.of(Path.of(name).normalize());
            var user = folder("HOME");
            var below = name.startsWith("~/") ? name.substring(2) : name.equals("~") ? "" : name;
            return user.map(folder -> List.of(Path.of(folder).resolve(below).normalize()))
                    .orElse(List.of());
        } catch (InvalidPathException nowhere) {
            return List.of();
        }
    }

    /// Without these nothing could be worked on.
    private boolean isTooWide(Path place) {
        return named("~").stream().anyMatch(user -> user.startsWith(place));
    }

    /// What cannot be read as a plain file is hidden rather than not.
    private static boolean holds(Path file, Pattern secret) {
        if (!Files.exists(file)) return false;
        return !Files.isRegularFile(file) || isFoundIn(file, secret);
    }

    /// By name: this runs at each start, and the first native call of a process takes 30 ms. Where
    /// HOME is writable for commands, one may put a pipe there between look and read: it is not
    /// waited for.
    static boolean isFoundIn(Path file, Pattern secret) {
        var reading = new FutureTask<>(() -> {
            try (var in = Files.newInputStream(file)) {
                return secret.matcher(new String(in.readNBytes(MOST_BYTES), ISO_8859_1))
                        .find();
            }
        });
        Thread.ofPlatform().daemon().name("settings look").start(reading);
        try {
            return reading.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException unreadable) {
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
