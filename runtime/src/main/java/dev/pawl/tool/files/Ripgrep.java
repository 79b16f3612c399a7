package dev.pawl.tool.files;

import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Programs;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.shell.ShortCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The `rg` program of this machine, run inside a sandbox that writes nothing and sees what
/// commands of the thread see.
record Ripgrep(Path program, ToolEnvironment toolEnvironment, Sandbox sandbox) {
    private static final ShortCommand.Bounds BOUNDS =
            new ShortCommand.Bounds(Duration.ofNanos(SearchTimeout.NANOS), 4 << 20);
    private static final int NO_MATCH = 1;

    /// @param access what the agent can write: no program is taken from there
    static Optional<Path> program(ToolEnvironment toolEnvironment, AccessMap access) {
        return new Programs(access)
                .system("rg", toolEnvironment.shell().environment().getOrDefault("PATH", ""));
    }

    /// @throws dev.pawl.tool.sandbox.NoSandbox when it would have to run without
    List<Path> search(String pattern, String include, Path path)
            throws IOException, SearchTimeout, InterruptedException {
        var argv = new ArrayList<>(List.of(
                program.toString(),
                "--no-config",
                "--files-with-matches",
                "--sortr=modified",
                "--regexp",
                pattern,
                "--no-messages"));
        if (!include.isEmpty()) argv.addAll(List.of("--glob", include));
        argv.addAll(List.of("--", path.toString()));
        var ended = ShortCommand.run(
                        sandbox,
                        new Launch(
                                argv,
                                toolEnvironment.cwd(),
                                toolEnvironment.shell().environment(),
                                reading(toolEnvironment.confinement()),
                                Optional.empty(),
                                Launch.Streams.APART),
                        "",
                        BOUNDS)
                .orElseThrow(SearchTimeout::new);
        // It ends like a failure also when it passed over what cannot be read; only a failure has
        // words.
        if (ended.exit() > NO_MATCH && !ended.errors().isBlank())
            throw new IOException(ended.errors().strip());
        return ended.output().lines().map(toolEnvironment.cwd()::resolve).toList();
    }

    private static Confinement reading(Confinement usual) {
        return usual.isConfined() ? usual.readOnly() : usual;
    }
}
