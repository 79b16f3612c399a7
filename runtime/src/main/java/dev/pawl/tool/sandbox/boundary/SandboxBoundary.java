package dev.pawl.tool.sandbox.boundary;

import dev.pawl.agent.approval.ApprovalContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The limits of one command as they lie on the disk now: its writable folders, opened, and what in
/// them is read-only or hidden. Every path in it is real, without links. Both tiers build on it.
///
/// @param roots   the writable folders, the outer before the inner
/// @param hidden  what must not be read
/// @param kept    what exists below a root and must not be written
/// @param missing protected names that do not exist
/// @param links   protected names that are symbolic links
/// @param steps   folders between a root and something inside it that has limits of its own: they
///                must not be moved, or that something would lie under another name
public record SandboxBoundary(
        List<Root> roots, Set<Path> hidden, Set<Path> kept, Set<Path> missing, Set<Path> links, Set<Path> steps)
        implements AutoCloseable {
    private static final Path EVERYTHING = Path.of("/");

    /// A writable folder, open for as long as the command is being started.
    public record Root(Path path, Descriptor folder) {}

    /// @throws RootReplaced when a project is not the folder it was when the thread began
    public static SandboxBoundary of(Confinement confinement) throws IOException {
        var hidden = new LinkedHashSet<Path>();
        for (var path : confinement.hidden()) real(path).ifPresent(hidden::add);
        var roots = new ArrayList<Root>();
        var empty = new SandboxBoundary(roots, hidden, Set.of(), Set.of(), Set.of(), Set.of());
        if (confinement.mode() != ApprovalContext.Mode.WORKSPACE_WRITE) return empty;
        try {
            open(confinement, roots);
            return with(confinement, empty);
        } catch (IOException | RuntimeException failed) {
            empty.close();
            throw failed;
        }
    }

    private static void open(Confinement confinement, List<Root> roots) throws IOException {
        for (var root : confinement.writable()) {
            if (roots.stream().anyMatch(other -> other.path().equals(root.real()))) continue;
            if (root.real().equals(EVERYTHING))
                throw new IOException("the folder / cannot be written in the sandbox: name the folders of the project");
            try {
                roots.add(new Root(root.real(), root.open()));
            } catch (RootReplaced replaced) {
                // A folder for temporary files can be done without.
                if (confinement.projects().contains(root)) throw replaced;
            }
        }
        roots.sort(Comparator.comparingInt(root -> root.path().getNameCount()));
    }

    private static SandboxBoundary with(Confinement confinement, SandboxBoundary open) {
        var kept = new LinkedHashSet<Path>();
        var missing = new LinkedHashSet<Path>();
        var links = new LinkedHashSet<Path>();
        for (var path : confinement.kept()) real(path).ifPresent(kept::add);
        for (var project : confinement.projects()) {
            if (!project.exists()) continue;
            kept.addAll(ProtectedPaths.existing(project.real()));
            missing.addAll(ProtectedPaths.missing(project.real()));
            links.addAll(ProtectedPaths.links(project.real()));
            var places = GitPlaces.of(project);
            kept.addAll(places.existing());
            for (var folder : places.above()) kept.addAll(ProtectedPaths.existing(folder));
            links.addAll(places.links());
            for (var path : places.unused()) (isThere(path) ? kept : missing).add(path);
        }
        var limits = new LinkedHashSet<>(open.hidden());
        limits.addAll(kept);
        kept.removeIf(path -> !open.isWritable(path.getParent(), limits));
        missing.removeIf(path -> !open.isWritable(path.getParent(), limits));
        links.removeIf(path -> !open.isWritable(path.getParent(), limits));
        var steps = new LinkedHashSet<Path>();
        open.roots().forEach(root -> open.addSteps(root.path(), steps));
        for (var paths : List.of(open.hidden(), kept, links)) paths.forEach(path -> open.addSteps(path, steps));
        open.roots().forEach(root -> steps.remove(root.path()));
        steps.removeIf(step -> !open.isWritable(step, limits));
        return new SandboxBoundary(open.roots(), open.hidden(), kept, missing, links, steps);
    }

    /// Whether the innermost limit around a path is a root.
    private boolean isWritable(@Nullable Path path, Set<Path> limits) {
        if (path == null) return false;
        var root = roots.stream()
                .map(Root::path)
                .filter(path::startsWith)
                .mapToInt(Path::getNameCount)
                .max();
        var limit = limits.stream()
                .filter(path::startsWith)
                .mapToInt(Path::getNameCount)
                .max();
        return root.isPresent() && (limit.isEmpty() || limit.getAsInt() < root.getAsInt());
    }

    /// The innermost root that a path lies below.
    Optional<Root> rootAbove(Path path) {
        return roots.reversed().stream()
                .filter(root -> path.startsWith(root.path()) && !path.equals(root.path()))
                .findFirst();
    }

    private void addSteps(Path path, Collection<Path> steps) {
        var outermost = roots.stream()
                .filter(root -> path.startsWith(root.path()) && !path.equals(root.path()))
                .findFirst();
        if (outermost.isEmpty()) return;
        for (var at = path.getParent(); at != null && !at.equals(outermost.get().path()); at = at.getParent())
            steps.add(at);
    }

    /// Opens what lies below a root, by way of the root that is open already.
    public Descriptor open(Path path) throws IOException {
        var root = rootAbove(path).orElseThrow(() -> new IOException("not below a writable folder: " + path));
        return root.folder().below(root.path().relativize(path));
    }

    /// Where a path leads; nothing when it is not there.
    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    /// Whether a path is there itself, be it a link to nowhere.
    public static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        for (var root : roots) root.folder().close();
        roots.clear();
    }
}
