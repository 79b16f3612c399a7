package dev.pawl.config;

import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Where configuration is read and where Pawl's own files go.
///
/// @param configuration the folder of `config.toml`
/// @param files         the folder of `pawl.db`, `logs/` and the rest
public record PawlHome(Path configuration, Path files) {
    private static final int MOST_INSTRUCTIONS = 32_768;

    /// `--home`, else `PAWL_HOME`, else `CODEX_HOME` (where Pawl keeps to a folder of its own),
    /// else `~/.pawl`.
    ///
    /// @throws UsageError when the folder named is something else
    public static PawlHome find(Optional<String> option, Environment environment, Messages messages) {
        if (option.isPresent()) return own(absolute(option.get(), environment), "--home", messages);
        var pawl = environment.get("PAWL_HOME");
        if (pawl.isPresent()) return own(absolute(pawl.get(), environment), "PAWL_HOME", messages);
        var codex = environment.get("CODEX_HOME");
        if (codex.isPresent()) {
            var folder = absolute(codex.get(), environment);
            if (!Files.isDirectory(folder)) throw notAFolder("CODEX_HOME", folder, messages);
            return new PawlHome(folder, folder.resolve("pawl"));
        }
        return own(user(environment).resolve(".pawl"), "~/.pawl", messages);
    }

    /// Where processes that stay write their logs.
    public Path logs() {
        return files.resolve("logs");
    }

    public Path configFile() {
        return configuration.resolve("config.toml");
    }

    /// The user's own `AGENTS.md` beside `config.toml`; empty when there is none.
    public String instructions() {
        try (var file = Files.newInputStream(configuration.resolve("AGENTS.md"))) {
            return new String(file.readNBytes(MOST_INSTRUCTIONS), StandardCharsets.UTF_8);
        } catch (IOException none) {
            return "";
        }
    }

    public Path profileFile(String profile) {
        return configuration.resolve(profile + ".config.toml");
    }

    private static PawlHome own(Path folder, String who, Messages messages) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) throw notAFolder(who, folder, messages);
        return new PawlHome(folder, folder);
    }

    private static UsageError notAFolder(String who, Path folder, Messages messages) {
        return new UsageError(messages.say(Text.HOME_NOT_A_FOLDER, who, folder.toString()));
    }

    private static Path absolute(String name, Environment environment) {
        if (name.startsWith("~/")) return user(environment).resolve(name.substring(2));
        return Path.of(name).toAbsolutePath().normalize();
    }

    /// `HOME` before the password file's folder: a test or a container may have only that.
    private static Path user(Environment environment) {
        return Path.of(environment.get("HOME").orElse(System.getProperty("user.home", "/")));
    }
}
