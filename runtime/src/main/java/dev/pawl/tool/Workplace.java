package dev.pawl.tool;

import dev.pawl.id.ThreadId;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Where the tools of one thread of chat work. The same for all its turns.
///
/// @param thread whose tools these are
/// @param cwd    the folder that relative paths start from
/// @param roots  further folders that may be written; `/` allows everything
/// @param home   Pawl's own files; the tools keep theirs in its folder `run`
/// @param shell  how commands are started
/// @param limits how much a tool may take and give
public record Workplace(ThreadId thread, Path cwd, List<Path> roots, Path home, Shell shell, Limits limits) {
    public Workplace {
        if (!cwd.isAbsolute()) throw new IllegalArgumentException("the working folder must be absolute: " + cwd);
        cwd = cwd.normalize();
        roots = List.copyOf(roots);
    }

    /// The shell, and the variables its children see ([dev.pawl.tool.shell.EnvironmentPolicy]).
    public record Shell(Path program, Map<String, String> environment) {
        public Shell {
            environment = Map.copyOf(environment);
        }
    }

    /// All folders that may be written, the working folder first.
    public List<Path> writable() {
        var all = new LinkedHashSet<Path>();
        all.add(cwd);
        roots.forEach(root -> all.add(root.toAbsolutePath().normalize()));
        return List.copyOf(all);
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
