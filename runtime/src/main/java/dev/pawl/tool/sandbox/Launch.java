package dev.pawl.tool.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A command that is to be started.
///
/// @param environment all its variables
/// @param terminal    the terminal it gets; without one its input is closed and its output a pipe
public record Launch(
        List<String> argv,
        Path folder,
        Map<String, String> environment,
        Confinement confinement,
        Optional<Pty> terminal) {
    public Launch {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    Launch with(List<String> other) {
        return new Launch(other, folder, environment, confinement, terminal);
    }
}
