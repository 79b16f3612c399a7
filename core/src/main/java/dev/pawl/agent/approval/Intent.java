package dev.pawl.agent.approval;

import dev.pawl.card.Detail.FileChange;
import java.util.List;

/// What a call would do, as far as it matters for whether it may.
///
/// A `print` names exactly what would be done (command, folder, names of variables, programs,
/// scripts, bytes of a patch): when it differs, it is another intent.
public sealed interface Intent {
    /// It changes nothing.
    record ReadOnly() implements Intent {}

    /// A command line.
    ///
    /// @param argv what is started
    /// @param shown the same for a person: every word, but for the user's own shell around it
    /// @param commands the plain commands it consists of; empty when it cannot be taken apart
    record Command(
            List<String> argv,
            String shown,
            List<List<String>> commands,
            String cwd,
            Wish wish,
            Deferred<Evidence> evidence)
            implements Intent {
        public Command {
            argv = List.copyOf(argv);
            commands = List.copyOf(commands);
        }

        public List<String> doubts() {
            return evidence.get().doubts();
        }

        public String print() {
            return evidence.get().print();
        }
    }

    /// What was found on this machine about a command.
    ///
    /// @param facts what a person should know of it
    /// @param doubts why its words do not say all: with one of them no rule lets it out
    record Evidence(List<String> facts, List<String> doubts, String print) {
        public Evidence {
            facts = List.copyOf(facts);
            doubts = List.copyOf(doubts);
        }
    }

    /// @param escapes whether it asks to run without the sandbox
    /// @param why the agent's own reason
    record Wish(boolean escapes, String why) {}

    /// Files that would change.
    ///
    /// @param targets all of them, resolved
    record Edit(List<Target> targets, Deferred<Sight> sight) implements Intent {
        public Edit {
            targets = List.copyOf(targets);
        }

        /// Whether the sandbox mode `workspace-write` allows all of it.
        boolean isInside() {
            return targets.stream().allMatch(target -> target.place() == Place.INSIDE);
        }
    }

    /// One file and where it lies.
    record Target(String path, Place place) {}

    /// Where a file lies, whatever the sandbox mode allows at present.
    enum Place {
        INSIDE,
        /// Inside, but it steers what runs later.
        PROTECTED,
        OUTSIDE
    }

    /// What the changes come to, against the files as they are now.
    record Sight(List<FileChange> changes, String print) {
        public Sight {
            changes = List.copyOf(changes);
        }
    }

    /// A tool of an MCP server.
    ///
    /// @param facts what a person should know of it
    /// @param harmless whether it may be called unasked: its server says that it changes
    ///     nothing, or the user's settings allow it
    record Remote(String server, String tool, String arguments, List<String> facts, boolean harmless, String print)
            implements Intent {
        public Remote {
            facts = List.copyOf(facts);
        }
    }

    /// Questions for a person; the answer is the call's result.
    record Ask(String questions) implements Intent {}
}
