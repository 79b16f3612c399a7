package dev.pawl.bench;

import dev.pawl.card.Item;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.trial.TimedIds;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A thread of many events in SQLite, written through the ledger, some hundred in a commit.
///
/// @param agent the thread's id
/// @param turn  how many events a turn has
record LongThread(AgentId agent, int turn) {
    static final WorkerTarget TARGET = new WorkerTarget("bench");
    private static final int COMMIT = 200;

    /// @param last   the id of its last message
    /// @param middle words that only one message in its middle says
    record Written(String thread, String last, String middle) {}

    static SqliteTransactions open(Path folder) {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        return new SqliteTransactions(file, Durability.NORMAL, new LocalDoorbell(), InstantSource.system());
    }

    Written write(Path folder, long events) {
        var store = open(folder);
        var ids = new TimedIds();
        try (var ledger = new DurableLedger(store, Limits.DEFAULT, ids)) {
            var setup = new Setup("/", "p", "m", new Setup.Style("", "", ""), "read-only", "never", List.of(), 0, 0);
            var now = Instant.now();
            new JdbcThreads(store)
                    .add(new ChatThread(
                            new ThreadId(agent.value()), "A long thread", "bench", "", false, setup, now, now));
            var messages = new Messages(ids);
            while (ledger.head(agent).map(head -> head.tally().events()).orElse(0L) < events)
                turn(ledger, ids, messages, (int) Math.min(turn, events));
            return new Written(agent.value(), messages.last, "message " + messages.said / 2 + " of");
        }
    }

    /// A turn of messages.
    private void turn(Ledger ledger, TimedIds ids, Messages messages, int events) {
        var request = List.<Item>of(Item.UserMessage.of("go on with it"));
        ledger.enqueue(new TurnRequest(
                new LetterId(ids.fresh()), agent, TARGET, LetterKind.TURN, request, Lineage.root("bench")));
        var worker = new WorkerId("bench");
        var hold = ledger.begin(ledger.claim(worker, agent, ids.fresh()).getFirst(), worker);
        for (int written = 0; written < events; written += COMMIT)
            ledger.append(hold.gate(), messages.next(Math.min(COMMIT, events - written)));
        ledger.deliver(hold.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.success("done"));
    }

    private static final class Messages {
        private final TimedIds ids;
        private String last = "";
        private int said;

        Messages(TimedIds ids) {
            this.ids = ids;
        }

        Entry next(int count) {
            var lines = new ArrayList<Entry.Line>();
            for (int i = 0; i < count; i++) {
                var text = "message " + said++ + " of what an agent says while it works on something that takes long";
                var card = ids.card();
                lines.add(new Entry.Line(card, "agent", new Item.AgentMessage(text)));
                last = card.value();
            }
            return new Entry(ids.step(), lines);
        }
    }
}
