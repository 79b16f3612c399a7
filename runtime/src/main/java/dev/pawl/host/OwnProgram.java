package dev.pawl.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The files that Pawl itself is started from: its launcher with the folder around it, its jars,
/// its start-up cache and the JDK. No command may write them, wherever they lie.
public final class OwnProgram {
    private static final String CACHE = "-XX:AOTCache=";
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    /// What of a checkout is run; its sources are a project as any other.
    private static final List<String> RUN = List.of("pawl", "bin", "scripts", ".pawl-build");

    private final Set<Path> files;
    private final List<Path> checkout;

    private OwnProgram(Set<Path> files, List<Path> checkout) {
        this.files = files;
        this.checkout = checkout;
    }

    /// As this process was started.
    public static OwnProgram find() {
        var files = new LinkedHashSet<Path>();
        for (var entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar")) add(files, entry);
        }
        add(files, System.getProperty("java.home", ""));
        for (var word : commandLine()) if (word.startsWith(CACHE)) add(files, word.substring(CACHE.length()));
        var launcher = new LinkedHashSet<Path>();
        add(launcher, System.getProperty("pawl.self", ""));
        return new OwnProgram(files, launcher.stream().map(Path::getParent).toList());
    }

    private static void add(Set<Path> files, String name) {
        try {
            if (!name.isEmpty()) files.add(Path.of(name).toRealPath());
        } catch (IOException | InvalidPathException missing) {
            // Then nothing is started from it.
        }
    }

    private static List<String> commandLine() {
        try {
            return List.of(
                    Files.readString(COMMAND_LINE, StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException elsewhere) {
            return List.of();
        }
    }

    /// What must not be written by commands of these projects: of a checkout that is worked on only
    /// what is run, of another one all.
    public List<Path> kept(List<Path> projects) {
        var kept = new ArrayList<>(files);
        for (var folder : checkout) {
            if (projects.stream().anyMatch(project -> project.startsWith(folder)))
                RUN.forEach(name -> kept.add(folder.resolve(name)));
            else kept.add(folder);
        }
        return kept;
    }
}
