package dev.pawl.main;

import dev.pawl.id.ThreadId;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A process that goes on with a turn when this one has ended.
///
/// @param launcher how this program is called; empty when that is not known
/// @param options  those of this command line that say which store and settings are meant
record DetachedTurn(Optional<String> launcher, List<String> options) {
    /// Begins it, in a session of its own: the end of the terminal does not reach it.
    void goOn(ThreadId thread) {
        if (launcher.isEmpty()) return;
        var command = new ArrayList<String>(List.of("setsid", launcher.get()));
        command.addAll(options);
        command.addAll(List.of("exec", "resume", thread.value(), "--quiet", "--skip-git-repo-check"));
        try {
            new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException none) {
            // The turn stays in the store: `pawl resume` goes on with it.
        }
    }
}
