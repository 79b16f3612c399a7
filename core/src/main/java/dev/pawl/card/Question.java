package dev.pawl.card;

import dev.pawl.card.Detail.FileChange;
import java.util.List;

/// What somebody is asked while a turn waits. For a person it is in our own words: nothing a model
/// or a repository wrote is shown as if we had said it.
public sealed interface Question {
    /// Nobody is asked; what is waited for, in a few words.
    record Note(String text) implements Question {}

    /// Whether a call may begin.
    ///
    /// @param title what it would do: of a command every word
    /// @param facts what a person should know before they say yes, one to a line
    /// @param why the agent's own reason; empty for none
    /// @param changes what would be changed in files, whole
    /// @param seal names exactly what would be done; a decision holds for this seal only
    /// @param keep what a yes may be kept as beyond this one call
    record Approval(
            Kind kind, String title, List<String> facts, String why, List<FileChange> changes, String seal, Keep keep)
            implements Question {
        public enum Kind {
            COMMAND,
            EDIT,
            REMOTE_TOOL
        }

        public Approval {
            facts = List.copyOf(facts);
            changes = List.copyOf(changes);
        }

        /// How the commands begin that a rule would allow; empty where no rule is offered.
        public List<String> remembers() {
            return keep.rule();
        }
    }

    /// What a yes may be kept as.
    ///
    /// @param thread whether it can hold for the same again in the thread
    /// @param rule the beginning of the commands that a rule would allow from now on; empty
    ///     where no rule can say it
    /// @param where the sandbox the rule would hold in
    record Keep(boolean thread, List<String> rule, Boundary where) {
        private static final Boundary NOWHERE = new Boundary("read-only", false, List.of());
        public static final Keep ONCE = new Keep(false, List.of(), NOWHERE);
        public static final Keep THREAD = new Keep(true, List.of(), NOWHERE);

        public Keep {
            rule = List.copyOf(rule);
        }
    }

    /// The agent's own questions, as JSON in the form of its tool; the answer is the call's
    /// result.
    record Form(String questions) implements Question {}

    /// What a server of tools asks in the middle of a call; the answer goes to the server, not to
    /// the model.
    ///
    /// @param schema the fields it wants, as JSON schema of a flat object
    record Elicitation(String server, String message, String schema) implements Question {}
}
