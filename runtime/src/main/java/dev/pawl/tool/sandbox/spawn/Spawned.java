package dev.pawl.tool.sandbox.spawn;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A process that [Spawn] started, what it writes and what it reads.
public record Spawned(int pid, InputStream output, InputStream errors, OutputStream input) {
    public Spawned(int pid, InputStream output) {
        this(pid, output, InputStream.nullInputStream(), OutputStream.nullOutputStream());
    }

    /// Makes the process from what it has for its files.
    @FunctionalInterface
    public interface Start {
        int of(Spawn.Files files) throws IOException;
    }

    /// Starts it with the pipes it wants; our ends of the others' are closed whatever happens.
    public static Spawned withPipes(Launch.Streams streams, Start start) throws IOException {
        var out = Spawn.Pipe.open();
        if (streams == Launch.Streams.TOGETHER) {
            try {
                return new Spawned(start.of(new Spawn.Files.Output(out.out())), out.input());
            } catch (IOException notStarted) {
                out.closeIn();
                throw notStarted;
            } finally {
                out.closeOut();
            }
        }
        var err = Spawn.Pipe.open();
        var in = Spawn.Pipe.open();
        try {
            var pid = start.of(new Spawn.Files.Apart(in.in(), out.out(), err.out()));
            return new Spawned(pid, out.input(), err.input(), in.output());
        } catch (IOException notStarted) {
            out.closeIn();
            err.closeIn();
            in.closeOut();
            throw notStarted;
        } finally {
            out.closeOut();
            err.closeOut();
            in.closeIn();
        }
    }
}
