package dev.pawl.workflow;

/// The bounds of a workflow, from the settings.
///
/// @param planRounds how often a plan with faults is sent back before a person is needed
public record FlowLimits(Strikes strikes, SkipPolicy skips, int planRounds) {
    public static final FlowLimits DEFAULT = new FlowLimits(Strikes.DEFAULT, SkipPolicy.ASK, 4);

    /// What becomes of a task that depends on a skipped one.
    public enum SkipPolicy {
        ASK,
        CONTINUE,
        SKIP_DEPENDANTS
    }
}
