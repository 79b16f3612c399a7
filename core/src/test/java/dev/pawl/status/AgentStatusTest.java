package dev.pawl.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.status.AgentStatus.Completed;
import dev.pawl.status.AgentStatus.Errored;
import dev.pawl.status.AgentStatus.Fold;
import dev.pawl.status.AgentStatus.NotFound;
import dev.pawl.status.AgentStatus.PendingInit;
import dev.pawl.status.AgentStatus.Running;
import dev.pawl.status.AgentStatus.Shutdown;
import dev.pawl.status.Signal.Ending;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of an agent's life: which event leads from where to where.
class AgentStatusTest {
    private static final Signal STARTED = new Signal.TurnBegan();
    private static final Signal COMPLETE = new Signal.TurnEnded(Ending.COMPLETED, "", "done", true);
    private static final Signal ABORTED = new Signal.TurnEnded(Ending.INTERRUPTED, "interrupted", "", false);
    private static final Signal FAILED = new Signal.TurnEnded(Ending.FAILED, "quota", "", false);
    private static final Signal ERROR = new Signal.Trouble("bad", "", true);
    private static final Signal SHUTDOWN = new Signal.Closed();

    private static AgentStatus after(Signal... signals) {
        var fold = Fold.NEW;
        for (var signal : signals) fold = fold.after(new LoggedSignal(0, Instant.EPOCH, "t1", signal));
        return fold.status();
    }

    @Test
    void everyRowOfTheTable() {
        assertThat(after()).isEqualTo(new PendingInit());
        assertThat(after(STARTED)).isEqualTo(new Running());
        assertThat(after(STARTED, COMPLETE)).isEqualTo(new Completed("done"));
        assertThat(after(STARTED, ABORTED)).isEqualTo(new Errored("interrupted"));
        assertThat(after(STARTED, ERROR)).isEqualTo(new Errored("bad"));
        assertThat(after(STARTED, FAILED)).isEqualTo(new Errored("quota"));
        assertThat(after(SHUTDOWN)).isEqualTo(new Shutdown());
        assertThat(after(STARTED, SHUTDOWN)).isEqualTo(new Shutdown());
        assertThat(after(STARTED, COMPLETE, SHUTDOWN)).isEqualTo(new Shutdown());
        assertThat(after(STARTED, ERROR, SHUTDOWN)).isEqualTo(new Shutdown());
    }

    @Test
    void aFinalStatusStaysWhateverItsTurnSaysLater() {
        for (var end : List.of(COMPLETE, ABORTED, ERROR, SHUTDOWN)) {
            var settled = after(STARTED, end);
            for (var late : List.of(STARTED, COMPLETE, ABORTED, ERROR, new Signal.Neutral())) {
                assertThat(after(STARTED, end, late)).as(end + " then " + late).isEqualTo(settled);
            }
        }
    }

    @Test
    void anotherTurnRunsAgain() {
        var fold = Fold.NEW
                .after(new LoggedSignal(0, Instant.EPOCH, "t1", STARTED))
                .after(new LoggedSignal(0, Instant.EPOCH, "t1", COMPLETE))
                .after(new LoggedSignal(0, Instant.EPOCH, "t2", STARTED));
        assertThat(fold.status()).isEqualTo(new Running());
        assertThat(fold.after(new LoggedSignal(0, Instant.EPOCH, "t1", ABORTED)).status())
                .isEqualTo(new Running());
    }

    @Test
    void whatIsNoTurnsMatterChangesNothing() {
        assertThat(after(STARTED, new Signal.Trouble("lost", "", false), new Signal.Begun(Life.COMMAND, "c", "")))
                .isEqualTo(new Running());
    }

    @Test
    void allSixHaveTheirNames() {
        var all = List.of(
                new PendingInit(), new Running(), new Completed(""), new Errored(""), new Shutdown(), new NotFound());
        assertThat(all.stream().map(AgentStatus::id))
                .containsExactly("pending_init", "running", "completed", "errored", "shutdown", "not_found");
        assertThat(all.stream().filter(AgentStatus::isFinal)).hasSize(4);
    }
}
