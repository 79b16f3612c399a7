package dev.pawl.tool.shell;

import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the agent can change, in the sandbox or by a patch: a command that reads its orders there
/// does what the agent wants.
final class AgentReach {
    private static final Pattern HOOKS = Pattern.compile("(?im)^\\s*hookspath\\s*=\\s*\"?([^\"\\n;#]+)");
    private static final long LARGEST_SETTINGS = 1L << 20;

    private final List<Path> projects;
    private final List<Path> scratch;

    AgentReach(Confinement confinement) {
        this.projects =
                confinement.projects().stream().map(PinnedRoot::real).distinct().toList();
        this.scratch =
                confinement.scratch().stream().map(PinnedRoot::real).distinct().toList();
    }

    static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException missing) {
            return file;
        }
    }

    /// @param file a real path
    boolean canWrite(Path file) {
        return projects.stream().anyMatch(file::startsWith) || scratch.stream().anyMatch(file::startsWith);
    }

    /// The project around a folder.
    Optional<Path> project(Path folder) {
        return projects.stream().filter(folder::startsWith).findFirst();
    }

    /// What speaks against a command that runs in this folder.
    List<String> doubts(Path folder) {
        var project = project(folder);
        if (project.isEmpty()) return List.of("runs outside of the project");
        if (!hasRepositoryOfItsOwn(project.get(), folder)) return List.of();
        return List.of("runs in a repository inside the project, whose settings the agent itself can change");
    }

    /// The project's own settings are protected; those of a repository below it are not.
    private static boolean hasRepositoryOfItsOwn(Path project, Path folder) {
        for (var at = folder; at != null && !at.equals(project); at = at.getParent()) {
            if (Files.exists(at.resolve(".git")) || Files.exists(at.resolve("HEAD"))) return true;
        }
        return false;
    }

    /// What makes git in the top folder run what the agent wrote.
    List<String> gitDoubts(Map<String, String> environment) {
        var doubts = new ArrayList<String>();
        for (var project : projects) {
            if (Files.exists(project.resolve(".gitmodules")) || Files.exists(project.resolve(".git/modules"))) {
                doubts.add("the project has submodules, whose settings the agent itself can change");
            }
            var home = environment.getOrDefault("HOME", "");
            for (var settings : List.of(project.resolve(".git/config"), Path.of(home, ".gitconfig"))) {
                hooks(settings, project)
                        .filter(this::canWrite)
                        .ifPresent(folder ->
                                doubts.add("git runs hooks from " + folder + ", which the agent itself can change"));
            }
        }
        return doubts;
    }

    private static Optional<Path> hooks(Path settings, Path project) {
        try {
            if (!Files.isRegularFile(settings) || Files.size(settings) > LARGEST_SETTINGS) return Optional.empty();
            var found = HOOKS.matcher(Files.readString(settings));
            return found.find()
                    ? Optional.of(real(project.resolve(found.group(1).strip()).normalize()))
                    : Optional.empty();
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }
}
