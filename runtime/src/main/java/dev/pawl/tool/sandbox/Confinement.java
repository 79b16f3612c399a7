package dev.pawl.tool.sandbox;

import dev.pawl.agent.Stance;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;

/// What a command may touch. Comes from the thread's settings alone, never from the model.
///
/// @param projects folders that may be written, but for their protected names ([ProtectedNames])
/// @param scratch  folders for temporary files, written freely
/// @param hidden   files and folders that are not even read: keys, and Pawl's own
public record Confinement(
        Stance.Mode mode, List<Path> projects, List<Path> scratch, List<Path> hidden, Network network) {
    private static final Path EVERYTHING = Path.of("/");

    public Confinement {
        projects = plain(projects);
        scratch = plain(scratch);
        hidden = plain(hidden);
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
        return new Confinement(Stance.Mode.DANGER_FULL_ACCESS, folders, List.of(), List.of(), Network.ON);
    }

    /// One project, nothing hidden, no network.
    public static Confinement project(Path folder) {
        return new Confinement(Stance.Mode.WORKSPACE_WRITE, List.of(folder), List.of(), List.of(), Network.OFF);
    }

    /// Whether a sandbox is needed to keep a command to it.
    public boolean isConfined() {
        return mode != Stance.Mode.DANGER_FULL_ACCESS;
    }

    /// The folders that may be written.
    public List<Path> writable() {
        return switch (mode) {
            case READ_ONLY -> List.of();
            case DANGER_FULL_ACCESS -> joined(projects, List.of(EVERYTHING));
            case WORKSPACE_WRITE -> joined(projects, scratch);
        };
    }

    private static List<Path> joined(List<Path> some, List<Path> more) {
        var all = new LinkedHashSet<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    public Confinement with(Network other) {
        return new Confinement(mode, projects, scratch, hidden, other);
    }

    public Confinement with(Stance.Mode other) {
        return new Confinement(other, projects, scratch, hidden, network);
    }
}
