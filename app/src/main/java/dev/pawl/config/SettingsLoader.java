package dev.pawl.config;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Suggestion;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.config.trust.Project;
import dev.pawl.config.trust.TrustFile;
import dev.pawl.resource.FileTrouble;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlError;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lays the settings over each other: defaults, the file, the profile, a trusted project's file,
/// `-c`, the options made for one setting.
///
/// Each later layer wins, key by key: tables grow together, everything else is replaced. Used once.
public final class SettingsLoader {
    private final Console console;
    private final PawlHome home;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    private SettingsLoader(Console console, PawlHome home) {
        this.console = console;
        this.home = home;
    }

    /// @throws UsageError when a layer is not TOML, or a value is of the wrong kind
    public static Settings load(Arguments arguments, PawlHome home, Console console) {
        return load(arguments, home, console, project(arguments.shared().value("--cd")));
    }

    /// The same with another project's layer.
    public static Settings load(Arguments arguments, PawlHome home, Console console, Project project) {
        var loader = new SettingsLoader(console, home);
        loader.defaults();
        loader.file(home.configFile());
        loader.profile(arguments);
        loader.project(arguments, project);
        for (var override : arguments.values("--config")) loader.override(override);
        for (var option : arguments.givenSettings()) {
            var value = new TomlValue.Text(arguments.value(option.name()).orElse(""));
            loader.put(new Setting(List.of(option.setting().split("\\.")), value, option.name()));
        }
        loader.check(arguments);
        return new Settings(loader.settings.values());
    }

    private void defaults() {
        for (var known : KnownSettings.ALL) {
            if (known.usual().isPresent())
                put(new Setting(known.pattern(), known.usual().get(), "default"));
        }
    }

    private boolean file(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException absent) {
            return false;
        } catch (CharacterCodingException notText) {
            throw new UsageError(console.say(Text.CONFIG_UNREADABLE, file.toString(), "not UTF-8"));
        } catch (IOException unreadable) {
            throw new UsageError(console.say(Text.CONFIG_UNREADABLE, file.toString(), FileTrouble.of(unreadable)));
        }
        document(text, file.toString());
        return true;
    }

    private void document(String text, String file) {
        try {
            flatten(List.of(), Toml.document(text), file);
        } catch (TomlError error) {
            throw new UsageError(console.say(
                    Text.CONFIG_SYNTAX,
                    file,
                    Integer.toString(error.line()),
                    Integer.toString(error.column()),
                    error.reason()));
        }
    }

    /// `-c profile=NAME`: a profile is read before the other overrides, which may change what it
    /// says.
    private static String overriddenProfile(Arguments arguments) {
        var chosen = "";
        for (var override : arguments.values("--config")) {
            var equals = override.indexOf('=');
            if (equals > 0
                    && override.substring(0, equals).strip().equals("profile")
                    && overrideValue(override.substring(equals + 1)) instanceof TomlValue.Text(var named))
                chosen = named;
        }
        return chosen;
    }

    private void profile(Arguments arguments) {
        var chosen = arguments.value("--profile").orElseGet(() -> overriddenProfile(arguments));
        var setting = settings.get("profile");
        if (chosen.isEmpty() && setting != null && setting.value() instanceof TomlValue.Text(var named)) chosen = named;
        if (chosen.isEmpty()) return;
        boolean found = false;
        for (var one : List.copyOf(settings.values())) {
            var path = one.path();
            if (path.size() > 2 && path.get(0).equals("profiles") && path.get(1).equals(chosen)) {
                put(new Setting(
                        path.subList(2, path.size()), one.value(), one.origin() + " [profiles." + chosen + "]"));
                found = true;
            }
        }
        var file = home.profileFile(chosen);
        if (isPlainName(chosen) && file(file)) found = true;
        if (!found) {
            var config = home.configFile().toString();
            throw new UsageError(console.say(Text.PROFILE_UNKNOWN, chosen, config, file.toString()));
        }
    }

    /// Only what the user has seen and trusts, and of that only what a project may set.
    private void project(Arguments arguments, Project project) {
        var text = project.file(Project.CONFIG);
        if (text.isEmpty() || new TrustFile(home.files()).standing(project) != TrustFile.Trust.TRUSTED) return;
        var file = project.root().resolve(Project.CONFIG).toString();
        var wished = new SettingsLoader(console, home);
        wished.document(text.get(), file);
        var own = Map.copyOf(settings);
        for (var wish : wished.settings.values()) {
            var user = Optional.ofNullable(own.get(wish.key())).map(Setting::value);
            var value = ProjectLimits.narrowed(wish, user, isAboutAServerIn(own, wish));
            if (value.isPresent()) put(new Setting(wish.path(), value.get(), file));
            else if (!arguments.has("--quiet")) console.note(console.say(Text.PROJECT_MAY_NOT, file, wish.key()));
        }
    }

    public static Project project(Optional<String> folder) {
        return Project.of(Path.of(folder.orElse("")).toAbsolutePath());
    }

    private static boolean isAboutAServerIn(Map<String, Setting> own, Setting wish) {
        var path = wish.path();
        return path.size() > 2
                && path.getFirst().equals(McpConfig.TABLE)
                && own.values().stream()
                        .anyMatch(one -> one.path().size() > 1
                                && one.path().subList(0, 2).equals(path.subList(0, 2)));
    }

    /// A profile's name becomes part of a file's name: it must not lead out of the folder.
    private static boolean isPlainName(String name) {
        return name.indexOf('/') < 0 && name.indexOf('\\') < 0 && !name.startsWith(".");
    }

    private void override(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) throw new UsageError(console.say(Text.SETTING_NO_EQUALS, text));
        List<String> path;
        try {
            path = Toml.key(text.substring(0, equals));
        } catch (TomlError error) {
            throw new UsageError(console.say(Text.SETTING_BAD_KEY, text, error.reason()));
        }
        flatten(path, overrideValue(text.substring(equals + 1)), "-c");
    }

    /// As Codex does it: what is not a TOML value is a string, without the quotes around it if it
    /// has any.
    public static TomlValue overrideValue(String text) {
        try {
            return Toml.value(text);
        } catch (TomlError notToml) {
            var bare = text.strip();
            boolean quoted = bare.length() > 1
                    && (bare.charAt(0) == '"' || bare.charAt(0) == '\'')
                    && bare.charAt(0) == bare.charAt(bare.length() - 1);
            return new TomlValue.Text(quoted ? bare.substring(1, bare.length() - 1) : bare);
        }
    }

    private void flatten(List<String> path, TomlValue value, String origin) {
        if (value instanceof TomlValue.Table(var entries)) {
            for (var entry : entries.entrySet()) {
                var longer = new ArrayList<>(path);
                longer.add(entry.getKey());
                flatten(longer, entry.getValue(), origin);
            }
        } else {
            put(new Setting(path, value, origin));
        }
    }

    private void put(Setting setting) {
        settings.values().removeIf(older -> older.excludes(setting.path()));
        settings.put(setting.key(), setting);
    }

    private void check(Arguments arguments) {
        for (var setting : List.copyOf(settings.values())) {
            if (KnownSettings.isNotBuilt(setting.path())) {
                throw new UsageError(console.say(Text.SETTING_NOT_BUILT, setting.origin(), setting.key()));
            }
            var known = KnownSettings.find(setting.path());
            if (known.isPresent()) checkValue(setting, known.get());
            else if (!KnownSettings.isOfCodex(setting.path())) unknown(setting, arguments);
        }
    }

    private void checkValue(Setting setting, KnownSetting known) {
        if (!known.kind().takes(setting.value())) {
            throw new UsageError(console.say(
                    Text.SETTING_WRONG_KIND,
                    setting.origin(),
                    setting.key(),
                    console.say(known.kind().text()),
                    kind(setting.value())));
        }
        if (setting.value() instanceof TomlValue.Text(var text)
                && !known.choices().isEmpty()
                && !known.choices().contains(text)) {
            var choices = String.join(", ", known.choices());
            throw new UsageError(console.say(
                    Text.SETTING_BAD_CHOICE,
                    setting.origin(),
                    setting.key(),
                    setting.value().toToml(),
                    choices));
        }
    }

    private void unknown(Setting setting, Arguments arguments) {
        var keys = new ArrayList<String>();
        for (var known : KnownSettings.ALL) keys.add(known.key());
        var near = Suggestion.nearest(setting.key(), keys);
        var message = near.isPresent()
                ? console.say(Text.SETTING_UNKNOWN_NEAR, setting.origin(), setting.key(), near.get())
                : console.say(Text.SETTING_UNKNOWN, setting.origin(), setting.key());
        if (arguments.has("--strict-config")) throw new UsageError(message);
        if (!arguments.has("--quiet")) console.note(message);
    }

    private String kind(TomlValue value) {
        return console.say(
                switch (value) {
                    case TomlValue.Text _ -> Text.KIND_TEXT;
                    case TomlValue.Whole _ -> Text.KIND_WHOLE;
                    case TomlValue.Decimal _ -> Text.KIND_DECIMAL;
                    case TomlValue.Flag _ -> Text.KIND_FLAG;
                    case TomlValue.Moment _ -> Text.KIND_MOMENT;
                    case TomlValue.Array _ -> Text.KIND_LIST;
                    case TomlValue.Table _ -> Text.KIND_TABLE;
                });
    }
}
