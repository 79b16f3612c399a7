package dev.pawl.bench.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Outbox;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// Carries calls from the outbox to those who answer at once, each on a thread of its own.
final class Relay implements AutoCloseable {
    static final String ANSWERER = "tool.ask";
    private static final int BATCH = 500;
    private static final long NAP_NANOS = 1_000_000;

    private final Ledger ledger;
    private final Outbox outbox;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<RemoteCall> onTheWay = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean closed;

    /// Carries nothing for turns that call nobody: looking would cost them time.
    Relay(Ledger ledger, Outbox outbox, Course course) {
        this.ledger = ledger;
        this.outbox = outbox;
        this.closed = course == Course.NO_TOOL || course == Course.LOCAL_TOOL;
        this.thread = Thread.ofPlatform().name("relay").daemon(true).start(this::run);
    }

    static AgentId child(AgentId agent, int number) {
        return new AgentId(agent + ".child-" + number);
    }

    private void run() {
        while (!closed) {
            var fresh = new HashSet<>(outbox.calls(BATCH));
            fresh.removeAll(onTheWay);
            for (var call : fresh) {
                onTheWay.add(call);
                threads.execute(() -> carry(call));
            }
            if (fresh.isEmpty()) LockSupport.parkNanos(NAP_NANOS);
        }
    }

    private void carry(RemoteCall call) {
        if (call.need().reason() == Wait.Reason.AGENT) callChild(call);
        else answer(call);
        outbox.sent(call);
        onTheWay.remove(call);
    }

    private void callChild(RemoteCall call) {
        ledger.enqueue(new TurnRequest(
                new LetterId(call.need().call() + ".child"),
                new AgentId(call.need().answerer()),
                Rig.TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of("help")),
                Lineage.childOf(call.gate(), call.need().call(), 0)));
    }

    private void answer(RemoteCall call) {
        var gate = call.gate();
        ledger.report(new Answered(
                new LetterId(call.need().call() + ".answer"),
                gate.agent(),
                gate.turn(),
                gate.epoch(),
                ANSWERER,
                Item.ToolResult.success(call.need().call(), "answer")));
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }
}
