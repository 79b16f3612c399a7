package dev.pawl.bench;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.Item;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadOperations;
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
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.JdbcThreads;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.trial.TimedIds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// How long the end of a thread takes to open, however long the thread is: its last turns with all
/// items, and a follower that stands at its end.
final class LastPage {
    private static final WorkerTarget TARGET = new WorkerTarget("bench");
    private static final Setup SETUP =
            new Setup("/", "p", "m", new Setup.Style("", "", ""), "read-only", "never", List.of(), 0, 0);
    private static final int ITEMS = 36;
    private static final int TURNS = 20;
    private static final int ROUNDS = 41;

    private final TimedIds ids = new TimedIds();
    private final Ledger ledger;
    private final Threads threads;

    /// Medians in milliseconds.
    record Times(double small, double large) {
        double ratio() {
            return Math.round(100 * large / small) / 100.0;
        }
    }

    LastPage(Transactions store) {
        this.ledger = new DurableLedger(store, Limits.DEFAULT, ids);
        this.threads = new JdbcThreads(store);
    }

    Times measure(long small, long large) throws InterruptedException {
        var first = write("page-of-a-short-thread", small);
        var second = write("page-of-a-long-thread", large);
        var times = List.of(new ArrayList<Double>(), new ArrayList<Double>());
        for (var i = 0; i < ROUNDS; i++) {
            times.get(0).add(open(first));
            times.get(1).add(open(second));
        }
        return new Times(median(times.get(0)), median(times.get(1)));
    }

    private static double median(List<Double> times) {
        times.sort(Comparator.naturalOrder());
        return times.get(times.size() / 2);
    }

    private double open(ChatThread thread) throws InterruptedException {
        var start = System.nanoTime();
        var feed = new OutboxFeed(ledger::events, Duration.ofSeconds(1));
        var gateway = new Gateway(ledger, threads, feed, TARGET, new NoRules());
        var history = new ThreadHistory(gateway, new ThreadOperations(ledger, threads, TARGET), thread);
        var page = history.page(Optional.empty(), ThreadHistory.Direction.NEWEST_FIRST, TURNS);
        var follower = new ThreadFollower(gateway, thread, InstantSource.system(), () -> {});
        follower.catchUp(gateway.lastEvent(thread.id()), _ -> {});
        if (page.orElseThrow().turns().size() < TURNS) throw new IllegalStateException("a page is not full");
        return Math.round((System.nanoTime() - start) / 1e4) / 100.0;
    }

    private ChatThread write(String name, long events) {
        var thread = new ChatThread(new ThreadId(name), name, "bench", "", false, SETUP, Instant.EPOCH, Instant.EPOCH);
        threads.add(thread);
        var agent = new AgentId(name);
        while (ledger.head(agent).map(head -> head.tally().events()).orElse(0L) < events) turn(agent);
        return thread;
    }

    private void turn(AgentId agent) {
        var request = List.<Item>of(Item.UserMessage.of("go on with it"));
        ledger.enqueue(new TurnRequest(
                new LetterId(ids.fresh()), agent, TARGET, LetterKind.TURN, request, Lineage.root("bench")));
        var worker = new WorkerId("bench");
        var hold = ledger.begin(ledger.claim(worker, agent, ids.fresh()).getFirst(), worker);
        var lines = new ArrayList<Entry.Line>();
        for (var i = 0; i < ITEMS; i++) {
            var text = "line " + i + " of what an agent says while it works on something that takes long";
            lines.add(new Entry.Line(ids.card(), "agent", new Item.AgentMessage(text)));
        }
        ledger.deliver(hold.gate(), new Entry(ids.step(), lines), ids.card(), Item.Deliverable.success("done"));
    }

    private static final class NoRules implements Rulebook {
        @Override
        public String place() {
            return "nowhere";
        }

        @Override
        public List<Rule> rules() {
            return List.of();
        }

        @Override
        public void remember(Rule rule) {}

        @Override
        public boolean forget(List<String> prefix) {
            return false;
        }
    }
}
