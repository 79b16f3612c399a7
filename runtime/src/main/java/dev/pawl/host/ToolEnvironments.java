package dev.pawl.host;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.briefing.ProjectBriefing;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import dev.pawl.tool.shell.EnvironmentPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Where and how the tools of threads work on this machine.
public final class ToolEnvironments {
    private final Path home;
    private final Map<String, String> variables;
    private final Access access;
    private final Sandbox sandbox;
    private final RootPins pins;
    private final OwnProgram program;
    /// Pinned when this process began: what a command makes of them later is not looked at.
    private final List<PinnedRoot> scratch;

    /// What commands see and reach beside a thread's own setup.
    ///
    /// @param network      whether confined commands reach the network
    /// @param scratch      folders for temporary files
    /// @param roots        writable folders beside a project
    /// @param hidden       what no confined command sees
    /// @param policy       which variables commands see
    /// @param limits       how much of the machine commands may take
    /// @param outputTokens how much of a tool's output the model reads
    public record Access(
            boolean network,
            List<Path> scratch,
            List<Path> roots,
            Supplier<List<Path>> hidden,
            EnvironmentPolicy policy,
            ResourceLimits limits,
            int outputTokens) {
        /// Codex's defaults: no network, `/tmp`, and nothing of the user's keys.
        ///
        /// @param home Pawl's own files
        public static Access usual(Path home, Map<String, String> variables) {
            return new Access(
                    false,
                    List.of(Path.of("/tmp")),
                    List.of(),
                    () -> new HiddenPlaces(variables, List.of(), List.of(), home).all(),
                    EnvironmentPolicy.usual(),
                    ResourceLimits.usual(),
                    OutputLimits.usual().outputTokens());
        }
    }

    /// @param home      Pawl's own files
    /// @param variables of this process
    public ToolEnvironments(Path home, Map<String, String> variables, Access access) {
        this.home = home;
        this.variables = Map.copyOf(variables);
        this.access = access;
        this.sandbox = new Sandbox(home.resolve("run"), access.limits());
        this.program = OwnProgram.find();
        this.pins = new RootPins(home.resolve("run"));
        this.scratch = access.scratch().stream().map(PinnedRoot::pin).toList();
    }

    /// Pawl's own files.
    public Path home() {
        return home;
    }

    /// The place of a thread, whose folders are those it began with, also in another process.
    public ToolEnvironment of(ChatThread thread) {
        var setup = thread.setup();
        return of(thread.id(), setup, confinement(setup, pins.of(thread, roots(setup))));
    }

    /// A place without a thread, with its folders as they are now.
    public ToolEnvironment of(ThreadId name, Setup setup) {
        return of(name, setup, confinement(setup));
    }

    /// The person named these folders for the thread just now: they are taken as they are.
    public void pinAnew(ThreadId thread, List<Path> folders) {
        pins.forget(thread, folders);
    }

    private ToolEnvironment of(ThreadId thread, Setup setup, Confinement confinement) {
        var usual = OutputLimits.usual();
        var limits = new OutputLimits(access.outputTokens(), usual.commandTimeout());
        var shell = new ToolEnvironment.Shell(shell(), access.policy().apply(variables, thread));
        return new ToolEnvironment(thread, Path.of(setup.cwd()), confinement, home, shell, limits);
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
        var writable = new ArrayList<Path>();
        projects.forEach(root -> writable.add(root.real()));
        scratch.forEach(root -> writable.add(root.real()));
        var mode = ApprovalContext.Mode.of(setup.sandbox());
        return new Confinement(
                mode,
                projects,
                scratch.stream()
                        .filter(root -> !isReachedByLink(root.named(), writable))
                        .toList(),
                // Where the user has switched the sandbox off, every command sees all there is.
                mode == ApprovalContext.Mode.DANGER_FULL_ACCESS
                        ? List.of()
                        : access.hidden().get(),
                kept(projects.stream().map(PinnedRoot::real).toList()),
                access.network() ? Network.ON : Network.OFF);
    }

    /// Pawl's own program, and the user's folder where it lies in a folder for temporary files:
    /// what is in it runs with the next shell. Unless the user works right there.
    private List<Path> kept(List<Path> projects) {
        var kept = new ArrayList<>(program.kept(projects));
        var user = Optional.ofNullable(variables.get("HOME"))
                .filter(path -> path.startsWith("/"))
                .map(path -> real(Path.of(path)));
        user.filter(folder -> scratch.stream().anyMatch(root -> folder.startsWith(root.real())))
                .filter(folder -> projects.stream().noneMatch(folder::startsWith))
                .ifPresent(kept::add);
        return kept;
    }

    /// The map of what is hidden and writable while the sandbox is on, whatever the thread's mode:
    /// for what Pawl itself reads and runs.
    public AccessMap access(List<Path> projects) {
        return AccessMap.of(new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                projects.stream().map(PinnedRoot::pin).toList(),
                scratch,
                access.hidden().get(),
                List.of(),
                Network.OFF));
    }

    /// Folders that are writable beside every project.
    public List<Path> furtherRoots() {
        return access.roots();
    }

    /// Whether a link that a command can make lies on the way: it may have made it, in an earlier
    /// process or for another thread.
    public static boolean isReachedByLink(Path folder, List<Path> writable) {
        for (var at = folder; at != null && at.getParent() != null; at = at.getParent()) {
            if (!Files.isSymbolicLink(at)) continue;
            var place = real(at.getParent());
            if (writable.stream().anyMatch(root -> place.startsWith(real(root)))) return true;
        }
        return false;
    }

    public static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException gone) {
            return path;
        }
    }

    /// The person's own shell where it is one that takes our words.
    public Path shell() {
        var own = Optional.ofNullable(variables.get("SHELL"))
                .map(Path::of)
                .filter(path -> path.endsWith("bash") || path.endsWith("zsh"));
        if (own.isPresent() && Files.isExecutable(own.get())) return own.get();
        var bash = Path.of("/bin/bash");
        return Files.isExecutable(bash) ? bash : Path.of("/bin/sh");
    }

    /// The sandbox of this process. Its files lie where no command can write.
    public Sandbox sandbox() {
        return sandbox;
    }

    /// What a thread's commands may touch, and what holds them to it.
    public ProjectBriefing.Limits limits(Setup setup) {
        var confinement = confinement(setup);
        return new ProjectBriefing.Limits(confinement, confinement.isConfined() ? sandbox.probe() : Sandbox.NOT_NEEDED);
    }

    public String shellName() {
        return String.valueOf(shell().getFileName());
    }
}
