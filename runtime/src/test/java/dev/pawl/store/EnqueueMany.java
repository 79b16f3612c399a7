package dev.pawl.store;

import dev.pawl.card.Item;
import dev.pawl.host.Stores;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// A process of its own that asks for many turns: `URL NAME COUNT`.
final class EnqueueMany {
    private EnqueueMany() {}

    public static void main(String[] arguments) throws Exception {
        var count = Integer.parseInt(arguments[2]);
        try (var store = Stores.open(arguments[0], Durability.FULL, new RecordingDoorbell(), InstantSource.system());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ledger = new DurableLedger(store.transactions(), Limits.DEFAULT, new CountingIds(arguments[1] + "-"));
            var asking = new ArrayList<Callable<Receipt>>();
            for (var i = 0; i < count; i++) {
                var request = new TurnRequest(
                        new LetterId("letter"),
                        new AgentId(arguments[1] + "-" + i),
                        new WorkerTarget("generic"),
                        LetterKind.TURN,
                        List.of(Item.UserMessage.of("hello")),
                        Lineage.root("tester"));
                asking.add(() -> ledger.enqueue(request));
            }
            // A few at a time, so that the processes take turns often.
            for (var from = 0; from < count; from += 10) {
                for (var receipt : threads.invokeAll(asking.subList(from, Math.min(count, from + 10)))) {
                    if (!(receipt.get() instanceof Receipt.Accepted)) throw new AssertionError(receipt.get());
                }
            }
        }
    }
}
