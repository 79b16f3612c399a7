package dev.pawl.tool;

import dev.pawl.id.ThreadId;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Where the tools of one thread of chat work. The same for all its turns.
///
/// @param thread whose tools these are
/// @param cwd    the folder that relative paths start from
/// @param confinement what commands and patches may touch
/// @param home   Pawl's own files; the tools keep theirs in its folder `run`
/// @param shell  how commands are started
/// @param limits how much a tool may take and give
/// @param fence  the right to act; that of one turn, where there is one
public record ToolEnvironment(
        ThreadId thread, Path cwd, Confinement confinement, Path home, Shell shell, OutputLimits limits, Fence fence) {
    public ToolEnvironment {
        if (!cwd.isAbsolute()) throw new IllegalArgumentException("the working folder must be absolute: " + cwd);
        cwd = cwd.normalize();
    }

    /// A place that belongs to no turn.
    public ToolEnvironment(
            ThreadId thread, Path cwd, Confinement confinement, Path home, Shell shell, OutputLimits limits) {
        this(thread, cwd, confinement, home, shell, limits, Fence.none());
    }

    /// The shell, and the variables its children see ([dev.pawl.tool.shell.EnvironmentPolicy]).
    public record Shell(Path program, Map<String, String> environment) {
        public Shell {
            environment = Map.copyOf(environment);
        }
    }

    /// All folders that may be written.
    public List<PinnedRoot> writable() {
        return confinement.writable();
    }

    /// The same place with other limits: what a person has allowed for once, say.
    public ToolEnvironment with(Confinement other) {
        return new ToolEnvironment(thread, cwd, other, home, shell, limits, fence);
    }

    /// The same place for the turn that holds this right.
    public ToolEnvironment with(Fence held) {
        return new ToolEnvironment(thread, cwd, confinement, home, shell, limits, held);
    }

    /// No limits but what is hidden. Its own folders are still known: they may lie behind a link.
    public Confinement freed() {
        var folders = new ArrayList<>(List.of(cwd));
        confinement.projects().forEach(root -> folders.add(root.named()));
        return Confinement.free(folders).hiding(confinement.hidden());
    }

    /// Where running calls leave what a successor must know.
    public Path runFolder() {
        return home.resolve("run");
    }

    /// A path as the model wrote it, absolute and without dots.
    public Path resolve(String path) throws BadArguments {
        try {
            return cwd.resolve(path).normalize();
        } catch (InvalidPathException impossible) {
            throw new BadArguments("invalid path: " + impossible.getReason());
        }
    }
}
