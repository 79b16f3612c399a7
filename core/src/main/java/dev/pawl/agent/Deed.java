package dev.pawl.agent;

import java.util.List;

/// What a call would do, as far as it matters for whether it may.
///
/// `print` names exactly what would be done (command, folder, names of variables, program, bytes of
/// a patch): when it differs, it is another deed.
public sealed interface Deed {
    /// It changes nothing.
    record Look() implements Deed {}

    /// A command line.
    ///
    /// @param argv what is started
    /// @param commands the plain commands it consists of; empty when it cannot be taken apart
    /// @param doubts why its words do not say all: with one of them no rule lets it out
    record Command(
            List<String> argv, List<List<String>> commands, String cwd, Wish wish, List<String> doubts, String print)
            implements Deed {
        public Command {
            argv = List.copyOf(argv);
            commands = List.copyOf(commands);
            doubts = List.copyOf(doubts);
        }
    }

    /// @param escapes whether it asks to run without the sandbox
    /// @param why the agent's own reason
    record Wish(boolean escapes, String why) {}

    /// Files that would change.
    ///
    /// @param paths all of them, resolved
    /// @param outside those the sandbox mode does not allow
    record Edit(List<String> paths, List<String> outside, String print) implements Deed {
        public Edit {
            paths = List.copyOf(paths);
            outside = List.copyOf(outside);
        }
    }

    /// A tool of somebody else's.
    ///
    /// @param harmless whether its owner says that it changes nothing
    record Remote(String server, String tool, String arguments, boolean harmless, String print) implements Deed {}

    /// Questions for a person; the answer is the call's result.
    record Ask(String questions) implements Deed {}
}
