package dev.pawl.tool.sandbox.boundary;

import dev.pawl.agent.approval.ApprovalContext;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;

/// What a command may touch. Comes from the thread's settings alone, never from the model.
///
/// @param projects folders that may be written, but for their protected names ([ProtectedNames])
/// @param scratch  folders for temporary files, written freely
/// @param hidden   files and folders that are not even read: keys, and Pawl's own; none where the
///                 user has switched the sandbox off
/// @param kept     files and folders that are read only, wherever they lie: Pawl's own program
public record Confinement(
        ApprovalContext.Mode mode,
        List<PinnedRoot> projects,
        List<PinnedRoot> scratch,
        List<Path> hidden,
        List<Path> kept,
        Network network) {
    private static final Path EVERYTHING = Path.of("/");

    public Confinement {
        projects = List.copyOf(new LinkedHashSet<>(projects));
        scratch = List.copyOf(new LinkedHashSet<>(scratch));
        hidden = plain(hidden);
        kept = plain(kept);
    }

    /// With the folders as they are now, and nothing of our own to keep.
    public Confinement(
            ApprovalContext.Mode mode, List<Path> projects, List<Path> scratch, List<Path> hidden, Network network) {
        this(mode, pinned(projects), pinned(scratch), hidden, List.of(), network);
    }

    private static List<PinnedRoot> pinned(List<Path> paths) {
        return paths.stream().map(PinnedRoot::pin).toList();
    }

    private static List<Path> plain(List<Path> paths) {
        var all = new LinkedHashSet<Path>();
        paths.forEach(path -> all.add(path.toAbsolutePath().normalize()));
        return List.copyOf(all);
    }

    /// No limits at all.
    public static Confinement none() {
        return free(List.of());
    }

    /// No limits, and folders that are reached as they are named, also through a link.
    public static Confinement free(List<Path> folders) {
        return new Confinement(ApprovalContext.Mode.DANGER_FULL_ACCESS, folders, List.of(), List.of(), Network.ON);
    }

    /// One project, nothing hidden, no network.
    public static Confinement project(Path folder) {
        return new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE, List.of(folder), List.of(), List.of(), Network.OFF);
    }

    /// Whether a sandbox is needed to keep a command to it.
    public boolean isConfined() {
        return mode != ApprovalContext.Mode.DANGER_FULL_ACCESS;
    }

    /// The folders that may be written; those that did not exist are not among them.
    public List<PinnedRoot> writable() {
        var all = new LinkedHashSet<PinnedRoot>();
        if (mode != ApprovalContext.Mode.READ_ONLY) all.addAll(projects);
        if (mode == ApprovalContext.Mode.WORKSPACE_WRITE) all.addAll(scratch);
        if (mode == ApprovalContext.Mode.DANGER_FULL_ACCESS) all.add(PinnedRoot.pin(EVERYTHING));
        return all.stream().filter(PinnedRoot::exists).toList();
    }

    /// The same with other hidden places.
    public Confinement hiding(List<Path> places) {
        return new Confinement(mode, projects, scratch, places, kept, network);
    }

    /// The same without anything that may be written, and without a network.
    public Confinement readOnly() {
        return new Confinement(ApprovalContext.Mode.READ_ONLY, List.of(), List.of(), hidden, kept, Network.OFF);
    }

    public Confinement with(Network other) {
        return new Confinement(mode, projects, scratch, hidden, kept, other);
    }

    public Confinement with(ApprovalContext.Mode other) {
        return new Confinement(other, projects, scratch, hidden, kept, network);
    }
}
