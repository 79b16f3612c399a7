package dev.pawl.card;

import java.util.List;

/// What somebody is asked while a turn waits. For a person it is in our own words: nothing a model
/// or a repository wrote is shown as if we had said it.
public sealed interface Question {
    /// Nobody is asked; what is waited for, in a few words.
    record Note(String text) implements Question {}

    /// Whether a call may begin.
    ///
    /// @param title what it would do, in one line
    /// @param facts what a person should know before they say yes, one to a line
    /// @param why the agent's own reason; empty for none
    /// @param seal names exactly what would be done; a decision holds for this seal only
    /// @param remembers the beginning of the command that would be allowed from now on; empty where
    ///     no rule can say it
    record Approval(Kind kind, String title, List<String> facts, String why, String seal, List<String> remembers)
            implements Question {
        public enum Kind {
            COMMAND,
            EDIT,
            REMOTE_TOOL
        }

        public Approval {
            facts = List.copyOf(facts);
            remembers = List.copyOf(remembers);
        }
    }

    /// The agent's own questions, as JSON in the form of its tool; the answer is the call's result.
    record Form(String questions) implements Question {}

    /// What a server of tools asks in the middle of a call; the answer goes to the server, not to
    /// the model.
    ///
    /// @param schema the fields it wants, as JSON schema of a flat object
    record Elicitation(String server, String message, String schema) implements Question {}
}
