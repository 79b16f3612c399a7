package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Spawn;
import dev.pawl.tool.sandbox.spawn.Spawned;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts commands without any limits, as the user's own hands would.
final class Unconfined {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final String SHELL = "/bin/sh";
    private static final File NO_INPUT = new File("/dev/null");

    Child start(Launch launch) throws IOException {
        if (!Files.isDirectory(launch.folder()))
            throw new NoSuchFileException(launch.folder().toString());
        if (!Spawn.isPossible()) return elsewhere(launch);
        var argv = findable(launch);
        if (launch.terminal().isPresent()) {
            var terminal = launch.terminal().get();
            var pid = Spawn.start(plan(launch, argv, new Spawn.Files.Terminal(terminal.name(), true)));
            return SpawnedChild.plain(new Spawned(pid, terminal.output()));
        }
        return SpawnedChild.plain(Spawned.withPipes(launch.streams(), files -> Spawn.start(plan(launch, argv, files))));
    }

    private static Spawn.Plan plan(Launch launch, List<String> argv, Spawn.Files files) {
        return new Spawn.Plan(argv, launch.environment(), launch.folder(), files, Spawn.Extra.NONE)
                .whileHeld(launch.held());
    }

    /// A program that is not there is a shell's to complain about: it ends with 127.
    private static List<String> findable(Launch launch) throws IOException {
        var argv = new ArrayList<>(launch.argv());
        try {
            argv.set(0, Programs.find(argv.getFirst(), launch.environment()));
            if (Files.isExecutable(launch.folder().resolve(argv.getFirst()))) return argv;
        } catch (IOException notFound) {
            // The same as one that is named in full and not there.
        }
        argv.addAll(0, List.of(SHELL, "-c", "exec \"$0\" \"$@\""));
        return argv;
    }

    /// Where `posix_spawn` cannot do it: the shell looks for the folder, then becomes the command.
    private static Child elsewhere(Launch launch) throws IOException {
        if (launch.terminal().isPresent()) throw new IOException("terminals for commands work on Linux only");
        var argv = new ArrayList<String>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> argv.add(setsid.toString()));
        launch.held()
                .ifPresent(place ->
                        argv.addAll(List.of(SHELL, "-c", "[ -d \"$0\" ] || exit 125; exec \"$@\"", place.toString())));
        argv.addAll(launch.argv());
        var builder = new ProcessBuilder(argv).directory(launch.folder().toFile());
        if (launch.streams() == Launch.Streams.TOGETHER)
            builder.redirectInput(NO_INPUT).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        return new Started(builder.start());
    }

    private record Started(Process process) implements Child {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public InputStream output() {
            return process.getInputStream();
        }

        @Override
        public InputStream errors() {
            return process.getErrorStream();
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public int waitFor() throws InterruptedException {
            return process.waitFor();
        }

        @Override
        public void release() {
            // Nothing was set up.
        }
    }
}
