package dev.pawl.view;

import dev.pawl.status.ChatState;
import java.util.List;

/// A thread, or a stretch of it, at a moment.
///
/// @param seq the last event that is part of it
/// @param turns oldest first
/// @param questions what a person is asked now, in the order it was asked
/// @param diff all files the last turn changed, as one diff; empty for none
/// @param status derive it with the time it is shown at
public record ThreadView(
        long seq,
        List<TurnView> turns,
        List<QuestionView> questions,
        PlanView plan,
        String diff,
        TokensView tokens,
        ChatState status) {
    public ThreadView {
        turns = List.copyOf(turns);
        questions = List.copyOf(questions);
    }

    /// The same with other turns.
    public ThreadView with(List<TurnView> others) {
        return new ThreadView(seq, others, questions, plan, diff, tokens, status);
    }
}
