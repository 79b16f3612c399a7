package dev.pawl.gateway;

import dev.pawl.card.Question;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Wait;
import dev.pawl.status.Life;
import dev.pawl.status.LoggedSignal;
import dev.pawl.status.Signal;
import dev.pawl.status.Waiting.Why;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What a turn waits for, for its status: the waits say why, since when and until when; the log
/// only that there are some.
final class WaitSignals {
    private WaitSignals() {}

    /// What a suspended turn waits for, in the place of what the log told.
    static List<LoggedSignal> ofSuspended(TurnId turn, Instant since, List<Wait> waits) {
        var signals = new ArrayList<LoggedSignal>();
        if (!waits.isEmpty()) signals.add(new LoggedSignal(0, since, turn.value(), new Signal.Attended()));
        signals.addAll(ofRunning(turn, waits));
        return signals;
    }

    /// What running calls ask.
    static List<LoggedSignal> ofRunning(TurnId turn, List<Wait> waits) {
        return waits.stream()
                .map(wait -> new LoggedSignal(0, wait.since(), turn.value(), signal(wait)))
                .toList();
    }

    private static Signal signal(Wait wait) {
        var what = title(wait.need());
        var call = wait.call().value();
        return switch (wait.need().reason()) {
            case APPROVAL -> new Signal.Asked(Life.APPROVAL, List.of(call), what, wait.deadline());
            case QUESTION -> new Signal.Asked(Life.INPUT, List.of(call), what, wait.deadline());
            case TOOL -> new Signal.Held(Why.TOOL, call, what, wait.deadline());
            case AGENT -> new Signal.Held(Why.AGENT, call, what, wait.deadline());
            case RATE_LIMIT -> new Signal.Held(Why.RATE_LIMIT, call, what, wait.deadline());
            case BUDGET -> new Signal.Held(Why.BUDGET, call, what, wait.deadline());
            case WORKSPACE -> new Signal.Held(Why.WORKSPACE, call, what, wait.deadline());
        };
    }

    private static String title(Wait.Need need) {
        return switch (need.question()) {
            case Question.Note(var text) -> text.isEmpty() ? need.tool() : text;
            case Question.Approval approval -> approval.title();
            case Question.Form _ -> need.tool();
            case Question.Elicitation(var server, var message, var _) -> server + ": " + message;
        };
    }
}
