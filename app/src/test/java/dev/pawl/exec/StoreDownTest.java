package dev.pawl.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Rule;
import dev.pawl.agent.Rulebook;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.Option;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.StoreDown;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.books.Transactions;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/// A store that is away for a while, or for good, while a turn is told.
class StoreDownTest {
    private static final WorkerTarget TARGET = new WorkerTarget("local");

    private final Consoles consoles = new Consoles();
    private final MemoryTransactions memory = new MemoryTransactions(InstantSource.system(), new LocalDoorbell());
    private final Flaky store = new Flaky(memory);

    @Test
    void aTurnIsToldToItsEndWhenTheStoreWasAwayForAWhile() {
        store.refuse(read -> read % 2 == 1 && read < 4);

        assertThat(exec()).isZero();

        assertThat(store.refused()).isPositive();
        assertThat(consoles.out().lines().filter(line -> line.contains("item.completed")))
                .as("each item once")
                .hasSize(2);
        assertThat(consoles.out()).contains("\"first\"", "\"second\"", "turn.completed");
    }

    @Test
    void aStoreThatStaysAwayEndsTheTellingWithTheWayToGoOn() {
        store.refuse(_ -> true);

        assertThatThrownBy(this::exec)
                .isInstanceOf(StoreDown.class)
                .hasMessageContaining("gone fishing")
                .hasMessageContaining("pawl exec resume 0199");
    }

    private int exec() {
        var stdin = new ExecCommand.Stdin(InputStream.nullInputStream(), true);
        var command = new ExecCommand(
                ExecCommand.Kind.NEW, consoles.console, _ -> new Hand(store, new MemoryThreads(memory)), stdin);
        var table = new CommandTable("pawl", "", List.of(Option.flag("--json", "")), List.of(command));
        return new Dispatcher(table, consoles.console, "pawl test").run(List.of("exec", "--json", "do it"));
    }

    /// Refuses the one who tells; the one who works has another connection.
    private static final class Flaky implements Transactions {
        private final Transactions store;
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private final CountDownLatch noticed = new CountDownLatch(1);
        private IntPredicate isRefused = _ -> false;

        Flaky(Transactions store) {
            this.store = store;
        }

        /// Which reads go wrong, counted from 0.
        void refuse(IntPredicate which) {
            isRefused = which;
        }

        int refused() {
            return refused.get();
        }

        void awaitARefusal() throws InterruptedException {
            noticed.await();
        }

        @Override
        public <T> T commit(Function<Books, T> work) {
            return store.commit(work);
        }

        @Override
        public <T> T read(Function<Books, T> work) {
            var tells = Thread.currentThread().getName().equals("pawl-tell");
            if (tells && isRefused.test(reads.getAndIncrement())) {
                refused.incrementAndGet();
                noticed.countDown();
                throw new StoreFailure("gone fishing");
            }
            return store.read(work);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /// A worker with two things to say.
    private static final class Hand implements Engine {
        private final AtomicInteger ids = new AtomicInteger();
        private final Flaky store;
        private final DurableLedger ledger;
        private final Gateway gateway;

        Hand(Flaky store, Threads threads) {
            this.store = store;
            this.ledger = new DurableLedger(store, Limits.DEFAULT, this::fresh);
            var feed = new OutboxFeed(ledger::events, Duration.ofMillis(5));
            this.gateway = new Gateway(ledger, threads, feed, TARGET, new NoRules());
        }

        @Override
        public void check(ChatThread thread) {}

        @Override
        public Gateway gateway() {
            return gateway;
        }

        @Override
        public boolean mayWorkHere() {
            return true;
        }

        @Override
        public ChatThread newThread(String source) {
            var style = new Setup.Style("", "", "");
            var setup = new Setup("/", "p", "m", style, "read-only", "never", List.of(), 0, 0);
            return new ChatThread(new ThreadId(fresh()), "", source, "", false, setup, Instant.EPOCH, Instant.EPOCH);
        }

        @Override
        public ChatThread find(String word) {
            throw new AssertionError("nobody resumes here");
        }

        @Override
        public ChatThread adjusted(ChatThread thread) {
            return thread;
        }

        @Override
        public List<Item> briefing(ChatThread thread) {
            return List.of();
        }

        @Override
        public List<Item> changes(ChatThread before, ChatThread now) {
            return List.of();
        }

        @Override
        public ChatThread fork(ChatThread earlier) {
            throw new AssertionError("nobody forks here");
        }

        @Override
        public String fresh() {
            return "01990000-0000-7000-8000-%012d".formatted(ids.incrementAndGet());
        }

        @Override
        public void transcribe(ChatThread thread, TurnId turn, List<Card> cards) {}

        @Override
        public Standing carry(ThreadId thread, TurnId turn) throws InterruptedException {
            var me = new WorkerId("me");
            var claim = ledger.claim(me, new AgentId(thread.value()), fresh()).getFirst();
            var gate = ledger.begin(claim, me).gate();
            ledger.append(gate, says("first"));
            store.awaitARefusal();
            ledger.append(gate, says("second"));
            ledger.deliver(
                    gate,
                    new Entry(new StepId(fresh()), List.of()),
                    new CardId(fresh()),
                    Item.Deliverable.success("second"));
            return Standing.OVER;
        }

        private Entry says(String text) {
            var line = new Entry.Line(new CardId(fresh()), "agent", new Item.AgentMessage(text));
            return new Entry(new StepId(fresh()), List.of(line));
        }

        @Override
        public void close() {
            ledger.close();
        }
    }

    private static final class NoRules implements Rulebook {
        @Override
        public List<Rule> rules() {
            return List.of();
        }

        @Override
        public void remember(Rule rule) {
            throw new AssertionError("nobody is asked here");
        }

        @Override
        public boolean forget(List<String> prefix) {
            return false;
        }

        @Override
        public String place() {
            return "nowhere";
        }
    }
}
