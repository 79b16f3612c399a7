package dev.pawl.app;

import dev.pawl.agent.Stance;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.Setup;
import dev.pawl.tool.Limits;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.Network;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.shell.EnvironmentPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Where and how a thread's tools work, by the settings of this machine.
final class WorkplaceChoice {
    private static final List<String> KEYS = List.of(
            ".ssh",
            ".gnupg",
            ".aws",
            ".azure",
            ".kube",
            ".netrc",
            ".pgpass",
            ".pypirc",
            ".git-credentials",
            ".docker/config.json",
            ".config/gcloud",
            ".config/gh",
            ".config/op",
            ".cargo/credentials.toml",
            ".codex/auth.json",
            ".claude/.credentials.json");

    private final Settings settings;
    private final Environment environment;
    private final Path home;
    private final List<Path> secrets;
    private final Sandbox sandbox;

    WorkplaceChoice(Settings settings, Environment environment, Path home) {
        this(settings, environment, home, List.of());
    }

    /// @param secrets files that are hidden beside those of every process
    WorkplaceChoice(Settings settings, Environment environment, Path home, List<Path> secrets) {
        this.secrets = List.copyOf(secrets);
        this.settings = settings;
        this.environment = environment;
        this.home = home;
        this.sandbox = new Sandbox(home.resolve("run"));
    }

    /// Pawl's own files.
    Path home() {
        return home;
    }

    Workplace of(ThreadId thread, Setup setup) {
        var usual = Limits.usual();
        var limits = new Limits(
                (int) settings.whole("tool_output_token_limit", usual.outputTokens()), usual.commandTimeout());
        var shell = new Workplace.Shell(shell(), policy().apply(environment.variables(), thread));
        return new Workplace(thread, Path.of(setup.cwd()), confinement(setup), home, shell, limits);
    }

    /// What commands and patches of the thread may touch; the model has no say in it.
    Confinement confinement(Setup setup) {
        var projects = new ArrayList<Path>();
        projects.add(Path.of(setup.cwd()));
        setup.roots().forEach(root -> projects.add(Path.of(root)));
        return new Confinement(
                Stance.Mode.of(setup.sandbox()),
                projects,
                scratch(),
                hidden(),
                settings.isOn("sandbox_workspace_write.network_access") ? Network.ON : Network.OFF);
    }

    /// As Codex has it: `/tmp` and `$TMPDIR`, unless the settings say otherwise.
    private List<Path> scratch() {
        var folders = new ArrayList<Path>();
        if (!settings.isOn("sandbox_workspace_write.exclude_slash_tmp")) folders.add(Path.of("/tmp"));
        var own = environment.get("TMPDIR").filter(path -> path.startsWith("/"));
        if (own.isPresent() && !settings.isOn("sandbox_workspace_write.exclude_tmpdir_env_var"))
            folders.add(Path.of(own.get()));
        return folders;
    }

    /// Pawl's own files, and where keys usually lie.
    private List<Path> hidden() {
        var hidden = new ArrayList<Path>();
        hidden.add(home);
        hidden.addAll(secrets);
        environment
                .get("HOME")
                .filter(path -> path.startsWith("/"))
                .ifPresent(folder -> KEYS.forEach(name -> hidden.add(Path.of(folder, name))));
        return hidden;
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

    /// What the settings name, and where they say that keys of providers and servers are.
    private List<String> excluded() {
        var names = new ArrayList<>(settings.texts("shell_environment_policy.exclude"));
        names.addAll(new RedactionChoice(settings, environment, new KeyFile(home)).keyVariables());
        return names;
    }

    /// The person's own shell where it is one that takes our words.
    Path shell() {
        var own = environment.get("SHELL").map(Path::of).filter(path -> path.endsWith("bash") || path.endsWith("zsh"));
        if (own.isPresent() && Files.isExecutable(own.get())) return own.get();
        var bash = Path.of("/bin/bash");
        return Files.isExecutable(bash) ? bash : Path.of("/bin/sh");
    }

    /// The sandbox of this process. Its files lie where no command can write.
    Sandbox sandbox() {
        return sandbox;
    }

    /// What a thread's commands may touch, and what holds them to it.
    ProjectBriefing.Limits limits(Setup setup) {
        var confinement = confinement(setup);
        return new ProjectBriefing.Limits(confinement, confinement.isConfined() ? sandbox.probe() : Sandbox.NOT_NEEDED);
    }

    String shellName() {
        return String.valueOf(shell().getFileName());
    }
}
