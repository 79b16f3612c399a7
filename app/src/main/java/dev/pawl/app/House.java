package dev.pawl.app;

import dev.pawl.appserver.Backend;
import dev.pawl.cli.Console;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.feed.NoticingTransactions;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Hands;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.tool.shell.RunningCommands;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.Agent;
import dev.pawl.worker.AgentSteps;
import dev.pawl.worker.Recovery;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerProcess;
import dev.pawl.worker.WorkerThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A store, its gateway, and a worker in this process for all its threads. Safe for use by many
/// threads.
final class House implements AutoCloseable {
    private static final int TURNS_AT_ONCE = 512;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Ledger ledger;
    private final Gateway gateway;
    private final ThreadKeeping keeping;
    private final Doorbell doorbell;
    private final Worker hands;
    private final WorkerThreads worker;
    private final Agents agents;
    private final Terminals terminals;
    private final Map<AgentId, Backend.Follower> followers = new ConcurrentHashMap<>();
    private final Doorbell.Ear ear;
    private final Runnable endOfTicks;

    /// @param current what a turn begins with; what a house is built from is asked for once
    House(Supplier<LocalEngine.Parts> current, StoreChoice stores, IdSource ids) {
        var parts = current.get();
        var pool = parts.recovery().pool("app-server");
        this.doorbell = stores.doorbell();
        var store = stores.open(doorbell);
        var threads = stores.threads(store);
        var feed = new OutboxFeed((agent, seq, max) -> events(agent, seq, max), LOOK);
        this.ledger = new DurableLedger(
                new NoticingTransactions(store.transactions(), this::grown),
                Limits.DEFAULT.withLease(stores.lease()),
                ids,
                new Near());
        this.gateway = new Gateway(ledger, threads, feed, pool, parts.rules(), Gateway.Adoption.BY_COMMAND);
        var commands = new RunningCommands(parts.workplaces().home());
        this.keeping = new ThreadKeeping(ledger, threads, pool, commands::endAll);
        var tools = Thread.ofVirtual().name("pawl-tool-", 0).factory();
        this.terminals = new Terminals(parts.workplaces().sandbox());
        this.agents = new Agents(
                current,
                threads,
                ledger,
                terminals,
                new Agent.Means(tools, this::hear, parts.servers().questions()));
        var post = new Worker.Post(
                WorkerProcess.name(ids.fresh()),
                pool,
                TURNS_AT_ONCE,
                stores.lease(),
                WorkerProcess::vital,
                new Recovery(parts.recovery().scope(), agents::hasMeans));
        var turns = Thread.ofVirtual().name("pawl-turn-", 0).factory();
        this.hands = new Worker(
                ledger, new ExplainedSteps(new AgentSteps(ledger, agents::of), House::trace), post, ids, turns);
        this.worker = WorkerThreads.start(hands, doorbell, new WorkerThreads.Rhythm(stores.lease(), LOOK, LOOK));
        // What other processes write is heard as a bell for everybody.
        this.ear = doorbell.listen(bell -> {
            if (bell.equals(Bell.ANY)) allMayHaveGrown();
        });
        this.endOfTicks = stores.hasSilentWriters() ? tick() : () -> {};
    }

    /// A server has nobody at a terminal who could ask for it again.
    private static void trace(Throwable problem) {
        Console.warn("internal error:\n" + Console.trace(problem));
    }

    /// Where nothing is heard of other processes' writes, somebody looks now and then.
    private Runnable tick() {
        var thread = Thread.ofPlatform().name("pawl-tick").daemon(true).start(() -> {
            try {
                while (true) {
                    Thread.sleep(LOOK);
                    allMayHaveGrown();
                }
            } catch (InterruptedException over) {
                // The house is closed.
            }
        });
        return thread::interrupt;
    }

    /// The worker of this house, which is made after the ledger it needs.
    private final class Near implements Hands {
        @Override
        public Optional<WorkerId> free() {
            return hands.free();
        }

        @Override
        public void begin(Hold hold) {
            hands.begin(hold);
        }
    }

    private List<LoggedEvent> events(AgentId agent, long seq, int max) {
        return ledger.events(agent, seq, max);
    }

    Gateway gateway() {
        return gateway;
    }

    ThreadKeeping threads() {
        return keeping;
    }

    Agents agents() {
        return agents;
    }

    Backend.Following follow(ThreadId thread, Backend.Follower follower) {
        var agent = new AgentId(thread.value());
        followers.put(agent, follower);
        return agents.whileFollowed(thread, () -> followers.remove(agent, follower));
    }

    private void allMayHaveGrown() {
        followers.values().forEach(Backend.Follower::grown);
    }

    private void grown(AgentId agent) {
        var follower = followers.get(agent);
        if (follower != null) follower.grown();
    }

    private void hear(AgentId agent, TurnId turn, Live live) {
        var follower = followers.get(agent);
        if (follower != null) follower.hear(turn, live);
    }

    @Override
    public void close() {
        endOfTicks.run();
        ear.close();
        worker.close();
        agents.close();
        terminals.close();
        ledger.close();
        doorbell.close();
    }
}
