package dev.pawl.appserver.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.follow.Followers;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A thread and its clients without a server around them.
class LoadedThreadTest {
    private static final Setup SETUP = new Setup(
            "/work", "demo", "scripted", new Setup.Style("", "", ""), "danger-full-access", "never", List.of(), 0, 0);
    private static final ChatThread THREAD =
            new ChatThread(new ThreadId("t"), "", "appServer", "", false, SETUP, Instant.EPOCH, Instant.EPOCH);

    private final MemoryTransactions store = new MemoryTransactions(InstantSource.system(), new LocalDoorbell());
    private final MemoryThreads threads = new MemoryThreads(store);
    private final Hub hub = new Hub(backend());

    private Backend backend() {
        var ledger = new DurableLedger(store, Limits.DEFAULT, () -> "id");
        var feed = new OutboxFeed(ledger::events, Duration.ofMillis(5));
        var gateway = new Gateway(ledger, threads, feed, new WorkerTarget("local"), new NoRules());
        var followers = new Followers();
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, _) -> switch (method.getName()) {
                    case "gateway" -> gateway;
                    case "followers" -> followers;
                    case "now" -> Instant.EPOCH.plusSeconds(1);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private LoadedThread load() throws InterruptedException {
        threads.add(THREAD);
        return hub.load(THREAD.id());
    }

    @Test
    void aClientThatLeftWhileItJoinedDoesNotStay() throws InterruptedException {
        var thread = load();
        var client = new Client(new ClientOutbox(ClientOutbox.WhenFull.CUT, () -> {}));
        hub.enter(client);
        thread.join(client);
        assertTrue(thread.isWatched());
        hub.leave(client);
        thread.join(client);
        assertFalse(thread.isWatched());
        thread.join(client, _ -> "{}", false);
        assertFalse(thread.isWatched());
        thread.rejoin(client, _ -> "{}", 0);
        assertFalse(thread.isWatched());
    }

    @Test
    void aLoadedThreadKeepsWhatOthersHaveChanged() throws InterruptedException {
        var thread = load();
        var later = Instant.EPOCH.plusSeconds(1);
        threads.rename(THREAD.id(), "named elsewhere", later);
        threads.shelve(THREAD.id(), true, later);
        var setup = new Setup("/other", "demo", "scripted", SETUP.style(), "read-only", "never", List.of(), 0, 0);
        thread.setUp(setup);
        var expected =
                THREAD.named("named elsewhere", later).archived(true, later).with(setup, later);
        assertEquals(expected, threads.find(THREAD.id()).orElseThrow());
        assertEquals(expected, thread.thread());
        threads.rename(THREAD.id(), "once more", later);
        assertEquals("once more", hub.find(THREAD.id()).title());
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
