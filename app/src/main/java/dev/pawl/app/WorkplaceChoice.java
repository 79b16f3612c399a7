package dev.pawl.app;

import dev.pawl.agent.Stance;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tool.Limits;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.AccessMap;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.Network;
import dev.pawl.tool.sandbox.PinnedRoot;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.shell.EnvironmentPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Where and how a thread's tools work, by the settings of this machine.
final class WorkplaceChoice {
    private final Settings settings;
    private final Environment environment;
    private final Path home;
    private final List<Path> secrets;
    private final Sandbox sandbox;
    private final RootPins pins;
    private final OwnProgram program;
    /// Pinned when this process began: what a command makes of them later is not looked at.
    private final List<PinnedRoot> scratch;

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
        this.program = OwnProgram.find();
        this.pins = new RootPins(home.resolve("run"));
        this.scratch = scratch();
    }

    /// Pawl's own files.
    Path home() {
        return home;
    }

    /// The place of a thread, whose folders are those it began with, also in another process.
    Workplace of(ChatThread thread) {
        var setup = thread.setup();
        return of(thread.id(), setup, confinement(setup, pins.of(thread, roots(setup))));
    }

    /// A place without a thread, with its folders as they are now.
    Workplace of(ThreadId name, Setup setup) {
        return of(name, setup, confinement(setup));
    }

    /// The person named these folders for the thread just now: they are taken as they are.
    void pinAnew(ThreadId thread, List<Path> folders) {
        pins.forget(thread, folders);
    }

    private Workplace of(ThreadId thread, Setup setup, Confinement confinement) {
        var usual = Limits.usual();
        var limits = new Limits(
                (int) settings.whole("tool_output_token_limit", usual.outputTokens()), usual.commandTimeout());
        var shell = new Workplace.Shell(shell(), policy().apply(environment.variables(), thread));
        return new Workplace(thread, Path.of(setup.cwd()), confinement, home, shell, limits);
    }

    /// What commands and patches of the thread may touch; the model has no say in it.
    private Confinement confinement(Setup setup) {
        return confinement(setup, roots(setup).stream().map(PinnedRoot::pin).toList());
    }

    private static List<Path> roots(Setup setup) {
        var roots = new ArrayList<Path>();
        roots.add(Path.of(setup.cwd()));
        setup.roots().forEach(root -> roots.add(Path.of(root)));
        return roots;
    }

    private Confinement confinement(Setup setup, List<PinnedRoot> projects) {
        var writable = new ArrayList<>(projects);
        writable.addAll(scratch);
        var mode = Stance.Mode.of(setup.sandbox());
        return new Confinement(
                mode,
                projects,
                scratch.stream()
                        .filter(root -> !isReachedByLink(root.named(), writable))
                        .toList(),
                // Where the user has switched the sandbox off, every command sees all there is.
                mode == Stance.Mode.DANGER_FULL_ACCESS ? List.of() : hidden(),
                program.kept(projects.stream().map(PinnedRoot::real).toList()),
                settings.isOn("sandbox_workspace_write.network_access") ? Network.ON : Network.OFF);
    }

    /// The map of what is hidden and writable while the sandbox is on, whatever the thread's mode:
    /// for what Pawl itself reads and runs.
    AccessMap access(List<Path> projects) {
        return AccessMap.of(new Confinement(
                Stance.Mode.WORKSPACE_WRITE,
                projects.stream().map(PinnedRoot::pin).toList(),
                scratch,
                hidden(),
                List.of(),
                Network.OFF));
    }

    private List<Path> hidden() {
        var places = new ArrayList<>(new HiddenPlaces(settings, environment, home).all());
        places.addAll(secrets);
        return places;
    }

    /// The folders that the settings make writable beside a project.
    List<Path> furtherRoots() {
        return settings.texts("sandbox_workspace_write.writable_roots").stream()
                .filter(path -> path.startsWith("/"))
                .map(Path::of)
                .toList();
    }

    /// As Codex has it: `/tmp` and `$TMPDIR`, unless the settings say otherwise.
    private List<PinnedRoot> scratch() {
        var folders = new ArrayList<Path>();
        if (!settings.isOn("sandbox_workspace_write.exclude_slash_tmp")) folders.add(Path.of("/tmp"));
        var own = environment.get("TMPDIR").filter(path -> path.startsWith("/"));
        if (own.isPresent() && !settings.isOn("sandbox_workspace_write.exclude_tmpdir_env_var"))
            folders.add(Path.of(own.get()));
        return folders.stream().map(PinnedRoot::pin).toList();
    }

    /// Whether a link that a command can make lies on the way: it may have made it, in an earlier
    /// process or for another thread.
    private static boolean isReachedByLink(Path folder, List<PinnedRoot> writable) {
        for (var at = folder; at != null && at.getParent() != null; at = at.getParent()) {
            if (!Files.isSymbolicLink(at)) continue;
            var place = real(at.getParent());
            if (writable.stream().anyMatch(root -> place.startsWith(root.real()))) return true;
        }
        return false;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException gone) {
            return path;
        }
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
