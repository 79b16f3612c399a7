package dev.pawl.kernel;

/// The machine's answer to a trigger.
public sealed interface Verdict {
    /// The head changes to this state.
    record Move(HeadState next) implements Verdict {}

    /// The letter is awaited: it stays pending for the resume.
    record Accept() implements Verdict {}

    /// Too early: the letter stays pending and is read again when the suspend is written.
    record Defer() implements Verdict {}

    /// Too late or for somebody else: nothing to do, nothing wrong.
    record Ignore() implements Verdict {}

    /// The trigger's gate is not the head's, or the state does not allow it: nothing is written.
    record Refuse(HeadState state, TurnTrigger trigger) implements Verdict {}
}
