package dev.pawl.tool.sandbox;

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
final class Unconfined implements Jail {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final File NO_INPUT = new File("/dev/null");

    @Override
    public String shown() {
        return "no sandbox";
    }

    @Override
    public boolean sharesProcesses() {
        return true;
    }

    @Override
    public Child start(Launch launch) throws IOException {
        if (!Files.isDirectory(launch.folder()))
            throw new NoSuchFileException(launch.folder().toString());
        var argv = new ArrayList<String>();
        if (launch.terminal().isPresent())
            return inTerminal(launch, launch.terminal().get());
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> argv.add(setsid.toString()));
        argv.addAll(launch.argv());
        var builder = new ProcessBuilder(argv).directory(launch.folder().toFile());
        if (launch.streams() == Launch.Streams.TOGETHER)
            builder.redirectInput(NO_INPUT).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        return new Started(builder.start());
    }

    private static Child inTerminal(Launch launch, Pty terminal) throws IOException {
        var argv = new ArrayList<>(launch.argv());
        argv.set(0, Programs.find(argv.getFirst(), launch.environment()));
        var pid = Spawn.start(new Spawn.Plan(
                argv,
                launch.environment(),
                launch.folder(),
                new Spawn.Files.Terminal(terminal.name(), true),
                Spawn.Extra.NONE));
        return new SpawnedChild(new Spawned(pid, terminal.output()), () -> {});
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
