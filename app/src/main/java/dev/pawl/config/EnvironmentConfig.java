package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.host.HiddenPlaces;
import dev.pawl.host.ToolEnvironments;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.shell.EnvironmentPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the settings say of where and how tools work.
///
/// @param home    Pawl's own files
/// @param secrets files that are hidden beside those of every process
public record EnvironmentConfig(Settings settings, Environment environment, Path home, List<Path> secrets) {
    public EnvironmentConfig(Settings settings, Environment environment, Path home) {
        this(settings, environment, home, List.of());
    }

    public ToolEnvironments environments() {
        var tokens =
                settings.whole("tool_output_token_limit", OutputLimits.usual().outputTokens());
        var access = new ToolEnvironments.Access(
                settings.isOn("sandbox_workspace_write.network_access"),
                scratch(),
                furtherRoots(),
                this::hidden,
                policy(),
                resources(settings),
                (int) tokens);
        return new ToolEnvironments(home, environment.variables(), access);
    }

    private List<Path> hidden() {
        var hide = settings.texts("pawl.hide");
        var places = new HiddenPlaces(environment.variables(), hide, settings.texts("pawl.unhide"), home);
        var all = new ArrayList<>(places.all());
        all.addAll(secrets);
        return all;
    }

    private List<Path> furtherRoots() {
        return settings.texts("sandbox_workspace_write.writable_roots").stream()
                .filter(path -> path.startsWith("/"))
                .map(Path::of)
                .toList();
    }

    /// As Codex has it: `/tmp` and `$TMPDIR`, unless the settings say otherwise.
    private List<Path> scratch() {
        var folders = new ArrayList<Path>();
        if (!settings.isOn("sandbox_workspace_write.exclude_slash_tmp")) folders.add(Path.of("/tmp"));
        var own = environment.get("TMPDIR").filter(path -> path.startsWith("/"));
        if (own.isPresent()
                && !settings.isOn("sandbox_workspace_write.exclude_tmpdir_env_var")
                && !holdsTheUser(Path.of(own.get()))) folders.add(Path.of(own.get()));
        return folders;
    }

    /// A folder that holds the user's own is no folder for temporary files, whatever is said of it.
    private boolean holdsTheUser(Path folder) {
        var user = environment.get("HOME").filter(path -> path.startsWith("/")).map(Path::of);
        return user.isPresent() && ToolEnvironments.real(user.get()).startsWith(ToolEnvironments.real(folder));
    }

    /// What commands may take of the machine, from the settings `pawl.limits.*`; 0 is no limit.
    public static ResourceLimits resources(Settings settings) {
        var memory = "pawl.limits.memory_mb";
        return new ResourceLimits(
                settings.isSet(memory) ? megabytes(settings, memory, 0) : ResourceLimits.usualMemoryBytes(),
                (int) Math.min(
                        notNegative(settings, "pawl.limits.processes", ResourceLimits.USUAL_PROCESSES),
                        Integer.MAX_VALUE),
                megabytes(settings, "pawl.limits.shm_mb", ResourceLimits.USUAL_SHARED_BYTES / ResourceLimits.MEGABYTE));
    }

    private static long megabytes(Settings settings, String key, long otherwise) {
        return Math.min(notNegative(settings, key, otherwise), Long.MAX_VALUE / ResourceLimits.MEGABYTE)
                * ResourceLimits.MEGABYTE;
    }

    private static long notNegative(Settings settings, String key, long otherwise) {
        var value = settings.whole(key, otherwise);
        if (value < 0) throw new UsageError(key + " = " + value + ": a limit is 0 (none) or above");
        return value;
    }

    private EnvironmentPolicy policy() {
        var inherit =
                settings.text("shell_environment_policy.inherit").orElse("all").toUpperCase(Locale.ROOT);
        return new EnvironmentPolicy(
                EnvironmentPolicy.Inherit.valueOf(inherit),
                settings.isOn("shell_environment_policy.ignore_default_excludes")
                        ? EnvironmentPolicy.Secrets.KEEP
                        : EnvironmentPolicy.Secrets.DROP,
                excluded(),
                settings.textsUnder("shell_environment_policy.set."),
                settings.texts("shell_environment_policy.include_only"));
    }

    /// What the settings name, and the variables that hold keys of providers and servers.
    private List<String> excluded() {
        var names = new ArrayList<>(settings.texts("shell_environment_policy.exclude"));
        names.addAll(new RedactionConfig(settings, environment, new KeyFile(home)).keyVariables());
        return names;
    }
}
