package dev.pawl.tool.sandbox.spawn;

import dev.pawl.tool.sandbox.boundary.Confinement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command that is to be started.
///
/// @param environment all its variables
/// @param terminal    the terminal it gets; without one it has pipes
/// @param streams     which pipes these are
/// @param held        a folder that must still bear this name when the command begins, if any
public record Launch(
        List<String> argv,
        Path folder,
        Map<String, String> environment,
        Confinement confinement,
        Optional<Pty> terminal,
        Streams streams,
        Optional<Path> held) {
    public enum Streams {
        /// Nothing to read, and both outputs in one.
        TOGETHER,
        /// An input, and each output for itself.
        APART
    }

    public Launch {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    public Launch(
            List<String> argv,
            Path folder,
            Map<String, String> environment,
            Confinement confinement,
            Optional<Pty> terminal) {
        this(argv, folder, environment, confinement, terminal, Streams.TOGETHER);
    }

    public Launch(
            List<String> argv,
            Path folder,
            Map<String, String> environment,
            Confinement confinement,
            Optional<Pty> terminal,
            Streams streams) {
        this(argv, folder, environment, confinement, terminal, streams, Optional.empty());
    }

    public Launch with(List<String> other) {
        return new Launch(other, folder, environment, confinement, terminal, streams, held);
    }

    /// The same, begun only while the folder is there.
    public Launch whileHeld(Optional<Path> place) {
        return new Launch(argv, folder, environment, confinement, terminal, streams, place);
    }
}
