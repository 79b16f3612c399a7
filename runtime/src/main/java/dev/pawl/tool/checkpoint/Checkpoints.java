package dev.pawl.tool.checkpoint;

import dev.pawl.agent.Tool;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.sandbox.Programs;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// The checkpoints of all workspaces on this machine, below Pawl's own folder. Safe for use by many
/// threads.
public final class Checkpoints {
    private final Path home;
    private final Services means;
    private final GitFinder git;
    private final Map<Path, CheckpointStore> workspaces = new ConcurrentHashMap<>();
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /// @param variables those of the process: where git is, and which folder is the user's
    /// @param access    what the agent may see and write when it works in a folder
    /// @param notes     told once when there can be no undo, and why
    public record Services(
            Map<String, String> variables,
            Function<List<Path>, AccessMap> access,
            InstantSource clock,
            Consumer<String> notes) {
        public Services {
            variables = Map.copyOf(variables);
        }
    }

    /// @param home Pawl's own folder
    public Checkpoints(Path home, Services means) {
        this(home, means, access -> program(means, access));
    }

    /// @param git where git is; an exception says why there is none
    Checkpoints(Path home, Services means, GitFinder git) {
        this.home = home.toAbsolutePath().normalize();
        this.means = means;
        this.git = git;
    }

    @FunctionalInterface
    interface GitFinder {
        Path find(AccessMap access) throws NoCheckpoint;
    }

    /// What one turn does to its files.
    public interface Turn {
        /// The same tool, with a picture before and after each call that may change something.
        Tool watched(Tool tool);

        /// After a crash: takes what is there as what the cut off call left.
        void settle();

        /// A turn nobody keeps pictures of.
        Turn UNWATCHED = new Turn() {
            @Override
            public Tool watched(Tool tool) {
                return tool;
            }

            @Override
            public void settle() {
                // Nothing was begun.
            }
        };
    }

    public Turn of(String thread, String turn, Path cwd) {
        return new TurnCheckpoint(this, new TurnCheckpoint.Place(thread, turn, cwd), means.clock());
    }

    /// @throws NoCheckpoint when there can be none, and why
    public CheckpointStore workspace(Path cwd) throws IOException {
        var folder = root(cwd.toRealPath());
        if (isTooWide(folder)) throw new NoCheckpoint(folder + " is no project: work in a folder below it");
        var known = workspaces.get(folder);
        if (known != null) return known;
        var access = means.access().apply(List.of(folder, cwd));
        var program = git.find(access);
        return workspaces.computeIfAbsent(folder, key -> new CheckpointStore(program, key, store(key), home, access));
    }

    private Path store(Path folder) {
        var name = RunFolder.hash(folder.toString().getBytes(StandardCharsets.UTF_8));
        return home.resolve("checkpoints").resolve(name.substring(0, 24));
    }

    /// The folder of the repository, else the one worked in.
    private Path root(Path cwd) {
        for (var folder = cwd; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) return isTooWide(folder) ? cwd : folder;
        }
        return cwd;
    }

    private boolean isTooWide(Path folder) {
        if (folder.getParent() == null || folder.equals(home)) return true;
        var user = means.variables().get("HOME");
        return user != null && folder.equals(Path.of(user).toAbsolutePath().normalize());
    }

    private static Path program(Services means, AccessMap access) throws NoCheckpoint {
        var path = means.variables().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        var programs = new Programs(access);
        return programs.system("git", path)
                .orElseThrow(() -> new NoCheckpoint("git is not on the PATH (apt-get install git)"
                        + programs.trusted(path).reason()));
    }

    void sayOnce(String why) {
        if (said.add(why)) means.notes().accept("there is no undo for this turn: " + why);
    }
}
