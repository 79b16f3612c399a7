package dev.pawl.agent.approval;

import dev.pawl.card.Question;

/// Whether a call may begin.
public sealed interface ApprovalDecision {
    record Go(RunMode runMode) implements ApprovalDecision {}

    /// Somebody decides; with a yes it runs under this runMode.
    record Ask(Question question, RunMode runMode) implements ApprovalDecision {
        /// What a decision must name to hold.
        public String seal() {
            return question instanceof Question.Approval approval ? approval.seal() : "";
        }
    }

    /// Not here, whoever says yes; the text is for the model.
    record Refused(String why) implements ApprovalDecision {}
}
