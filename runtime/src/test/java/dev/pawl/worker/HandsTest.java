package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.InProcessWorker;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A request that begins with the transaction that accepts it.
class HandsTest {
    private static final WorkerId ME = new WorkerId("me");
    private static final WorkerTarget TARGET = new WorkerTarget("generic");
    private static final AgentId AGENT = new AgentId("a");

    private final CountingIds ids = new CountingIds("n");
    private final List<Hold> begun = new ArrayList<>();
    private Optional<WorkerId> free = Optional.of(ME);

    @TempDir
    private Path folder;

    private DurableLedger ledger;

    @BeforeEach
    void open() {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        var store = new SqliteTransactions(file, Durability.NORMAL, new RecordingDoorbell(), new SettableClock());
        ledger = new DurableLedger(store, Limits.DEFAULT, ids, new InProcessWorker() {
            @Override
            public Optional<WorkerId> free() {
                return free;
            }

            @Override
            public void begin(Hold hold) {
                begun.add(hold);
            }
        });
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private Receipt ask(String letter) {
        return ledger.enqueue(new TurnRequest(
                new LetterId(letter),
                AGENT,
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of(letter)),
                Lineage.root("test")));
    }

    private List<String> log() {
        return ledger.events(AGENT, 0, 100).stream()
                .map(LoggedEvent::event)
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    @Test
    void aFreeHandBeginsAtOnceAndTheLogIsTheSame() {
        var accepted = (Receipt.Accepted) ask("one");
        assertThat(begun).hasSize(1);
        assertThat(begun.getFirst().gate().turn()).isEqualTo(accepted.turn());
        assertThat(ledger.head(AGENT).orElseThrow().state()).isInstanceOf(HeadState.Running.class);
        assertThat(log()).containsExactly("TurnQueued", "TurnDispatched", "TurnStarted", "ItemRecorded");
        assertThat(ledger.claim(ME, TARGET, 9, "token"))
                .as("nothing is left to claim")
                .isEmpty();
        assertThat(ask("one")).isInstanceOf(Receipt.Duplicate.class);
        assertThat(begun).as("the same again begins nothing").hasSize(1);
    }

    @Test
    void whatMustWaitIsNotBegun() {
        ask("one");
        ask("two");
        assertThat(begun).as("an agent does one turn at a time").hasSize(1);
        var end = Item.Deliverable.success("done");
        ledger.deliver(begun.getFirst().gate(), Entry.empty(ids.step()), ids.card(), end);
        assertThat(ledger.claim(ME, TARGET, 9, "token"))
                .as("the next one is found by its bell")
                .hasSize(1);
    }

    @Test
    void withoutAFreeHandTheLetterWaitsAsEver() {
        free = Optional.empty();
        ask("one");
        assertThat(begun).isEmpty();
        assertThat(log()).containsExactly("TurnQueued", "TurnDispatched");
        assertThat(ledger.events(AGENT, 0, 9)).noneMatch(logged -> logged.event() instanceof Event.TurnStarted);
        assertThat(ledger.claim(ME, TARGET, 9, "token")).hasSize(1);
    }
}
