package dev.pawl.agent;

import dev.pawl.card.Question;

/// Whether a call may begin.
public sealed interface Clearance {
    record Go(Permit permit) implements Clearance {}

    /// Somebody decides; with a yes it runs under this permit.
    record Ask(Question question, Permit permit) implements Clearance {
        /// What a decision must name to hold.
        public String seal() {
            return question instanceof Question.Approval approval ? approval.seal() : "";
        }
    }

    /// Not here, whoever says yes; the text is for the model.
    record Refused(String why) implements Clearance {}
}
