package dev.pawl.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is left of a status when the process that ran the turn has ended.
class InterruptedStatusTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static View after(Signal... signals) {
        var state = ChatState.NEW.after(new LoggedSignal(0, NOW, "t1", new Signal.TurnBegan()));
        for (var signal : signals) state = state.after(new LoggedSignal(0, NOW, "t1", signal));
        return state.after(
                        new LoggedSignal(0, NOW, "t1", new Signal.Held(Waiting.Why.INTERRUPTED, "", "", Instant.MAX)))
                .derive(NOW);
    }

    private static void saysSo(View view) {
        assertThat(view.header().key()).isEqualTo(StatusText.INTERRUPTED_TURN);
        assertThat(view.status()).isEqualTo(ChatStatus.WAITING);
        assertThat(view.waits()).extracting(Waiting::why).containsExactly(Waiting.Why.INTERRUPTED);
    }

    @Test
    void aProcessThatHasEndedDoesNotReconnect() {
        saysSo(after(new Signal.Trouble("Reconnecting... 1/3", "429", false)));
    }

    @Test
    void nothingOfWhatItDidGoesOn() {
        saysSo(after(
                new Signal.Begun(Life.COMMAND, "c1", "npm test"),
                new Signal.TerminalTouched("c1", "", false),
                new Signal.McpChanged("fs", Signal.Startup.STARTING),
                new Signal.Background(Phrase.text("Indexing"), "", false)));
        saysSo(after(new Signal.Speaking()));
    }

    @Test
    void whatItsCallsAskedNeedsNoAnswer() {
        var view = after(new Signal.Asked(Life.INPUT, List.of("q1"), "Which?", Instant.MAX));
        saysSo(view);
        assertThat(view.attention().isNeeded()).isFalse();
    }

    @Test
    void itsNextWorkerEndsIt() {
        var state = ChatState.NEW
                .after(new LoggedSignal(0, NOW, "t1", new Signal.TurnBegan()))
                .after(new LoggedSignal(0, NOW, "t1", new Signal.Held(Waiting.Why.INTERRUPTED, "", "", Instant.MAX)))
                .after(new LoggedSignal(0, NOW, "t1", new Signal.Attended()));
        assertThat(state.derive(NOW).header().key()).isEqualTo(StatusText.WORKING);
    }
}
