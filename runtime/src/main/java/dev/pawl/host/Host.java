package dev.pawl.host;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.doorbell.BusRelay;
import dev.pawl.event.LoggedEvent;
import dev.pawl.feed.CommitListener;
import dev.pawl.feed.NoticingTransactions;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.follow.Followers;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.SalvagedHistory;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.InProcessWorker;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Liveness;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Workers;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.status.ChatState;
import dev.pawl.store.StoreReports;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.tool.shell.RunningCommands;
import dev.pawl.worker.Foreground;
import dev.pawl.worker.WorkerProcess;
import dev.pawl.worker.WorkerThreads;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workspace.SharedRoots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The program behind every surface: a store with its gateway and doorbell, and a worker for the
/// turns that [WorkerMode] names. A Java program embeds Pawl by opening one:
///
/// ```java
/// var config = PlainConfig.of(home, folder, provider, "gpt-5.5");
/// var store = HostConfig.Store.of("sqlite:" + home.resolve("pawl.db"));
/// var mode = WorkerMode.target(new WorkerTarget("my-program"));
/// try (var host = Host.open(HostConfig.of(home, store, mode, config))) {
///     var thread = host.threads().draft("my-program");
///     var request = List.<Item>of(Item.UserMessage.of("Explain this."));
///     if (host.threads().start(thread, request, "user") instanceof Reply.Accepted(var turn)) {
///         IO.println(host.await(thread.id(), turn).text());
///     }
/// }
/// ```
///
/// Safe for use by many threads.
public final class Host implements AutoCloseable {
    private static final int WORKERS_TURNS = 100_000;
    private static final Duration LOOK = Duration.ofSeconds(1);
    /// A file on this machine is not written for a list that few read; whether a process of this
    /// machine lives is known without it.
    private static final Duration LISTED = Duration.ofMinutes(1);

    private static final Duration SHORT_LOOK = Duration.ofMillis(50);

    private final HostConfig config;
    private final InstantSource clock = InstantSource.system();
    private final IdSource ids = new Uuid7(clock, Uuid7.seed());
    private final Doorbells.Opened bells;
    private final Stores.Opened store;
    private final Threads threadTable;
    private final Ledger ledger;
    private final Followers followers = new Followers();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final List<CommitListener> counters = new CopyOnWriteArrayList<>();
    private final Gateway gateway;
    private final ThreadOperations operations;
    private final Optional<TurnHost> turns;
    private final Foreground.Family family;
    private final Optional<Foreground> foreground;
    private final Optional<Background> background;
    private final ThreadLifecycle lifecycle;
    private final Doorbell.Ear ear;
    private final Workers workers;
    private @Nullable WorkflowStore workflows;

    /// What goes on while a server's host is open.
    private record Background(
            WorkerThreads worker, Optional<BusRelay> relay, Housekeeping housekeeping, WorkerListing listing)
            implements AutoCloseable {
        @Override
        public void close() {
            housekeeping.close();
            worker.close();
            listing.close();
            relay.ifPresent(BusRelay::close);
        }
    }

    /// Throws [dev.pawl.kernel.rows.StoreFailure] when the store cannot be opened.
    public static Host open(HostConfig config) {
        return new Host(config);
    }

    private Host(HostConfig config) {
        this.config = config;
        var mode = config.worker();
        var lease = config.store().lease();
        this.bells = Doorbells.open(config.doorbell(), config.store().url());
        this.store = Stores.open(config.store().url(), config.store().durability(), bells.doorbell(), clock);
        this.threadTable = store.threads();
        this.workers = store.workers();
        this.ledger = new DurableLedger(
                new NoticingTransactions(config.aroundStore().apply(store.transactions()), this::committed),
                Limits.DEFAULT.withLease(lease),
                ids,
                new Shortcut());
        var feed = new OutboxFeed(this::events, hearsOthers(mode) ? LOOK : SHORT_LOOK);
        var rules = config.threads().get().rulebook();
        var adoption = hearsOthers(mode) ? Gateway.Adoption.BY_COMMAND : Gateway.Adoption.NONE;
        this.gateway = new Gateway(ledger, threadTable, feed, this::poolOf, rules, adoption);
        this.operations = new ThreadOperations(ledger, threadTable, mode.pool(), this::endAllOf);
        var parts = new TurnHost.Parts(ledger, threadTable, ids, config.threads(), this::workflows, followers);
        this.turns = mode instanceof WorkerMode.None || mode instanceof WorkerMode.Watch
                ? Optional.empty()
                : Optional.of(new TurnHost(parts, mode, lease));
        this.lifecycle = new ThreadLifecycle(gateway, operations, config.threads(), ids, clock);
        // Short-lived commands hear this process only: they look at the store often enough.
        var heard = hearsOthers(mode) ? bells.doorbell() : bells.local();
        this.ear = heard.listen(bell -> {
            feed.wake(bell);
            heard(bell);
        });
        this.family = new Foreground.Family(ledger, mode.pool(), this::children);
        this.foreground = mode instanceof WorkerMode.Family
                ? Optional.of(new Foreground(turns.orElseThrow().worker(), family, bells.local(), lease))
                : Optional.empty();
        this.background = mode instanceof WorkerMode.Target ? Optional.of(background(lease)) : Optional.empty();
    }

    /// A folder that all machines of a fleet share binds a thread to none of them.
    private WorkerTarget poolOf(ThreadId thread) {
        var anywhere = config.worker().anywhere();
        var shared = config.threads().get().sharedRoots();
        if (anywhere.isEmpty() || shared.equals(SharedRoots.NONE))
            return config.worker().pool();
        return threadTable
                .find(thread)
                .filter(found -> shared.hold(Path.of(found.setup().cwd())))
                .flatMap(_ -> anywhere)
                .orElse(config.worker().pool());
    }

    private void committed(List<LoggedEvent> events, long nanos) {
        events.stream()
                .map(LoggedEvent::agent)
                .distinct()
                .forEach(agent -> bells.doorbell().ring(Bell.grown(agent)));
        for (var counter : counters) counter.committed(events, nanos);
    }

    /// Tells of every commit of this process, from now on.
    public void whenCommitted(CommitListener counter) {
        counters.add(counter);
    }

    private static boolean hearsOthers(WorkerMode mode) {
        return mode instanceof WorkerMode.Target || mode instanceof WorkerMode.Watch;
    }

    private Background background(Duration lease) {
        var running = turns.orElseThrow();
        var rhythm = new WorkerThreads.Rhythm(lease, LOOK, LOOK);
        var relay = Doorbells.relay(config.doorbell(), store.outbox());
        var listing =
                new WorkerListing(workers, running.worker(), store.file().isPresent() ? LISTED : lease.dividedBy(3));
        return new Background(
                WorkerThreads.start(running.worker(), bells.doorbell(), rhythm),
                relay,
                Housekeeping.start(Map.of(
                        "pawl-worker-list",
                        listing,
                        "pawl-idle-servers",
                        running::endIdleServers,
                        "pawl-other-writes",
                        this::lookForOthersWrites)),
                listing);
    }

    /// With every bell lost, watchers hear of other processes' writes a little later.
    private void lookForOthersWrites() {
        if (store.file().isEmpty()) heard(Bell.ANY);
    }

    private List<LoggedEvent> events(AgentId agent, long seq, int max) {
        return ledger.events(agent, seq, max);
    }

    private List<AgentId> children(AgentId agent) {
        return threadTable.children(new ThreadId(agent.value())).stream()
                .map(child -> new AgentId(child.value()))
                .toList();
    }

    private void endAllOf(ThreadId thread) {
        new RunningCommands(config.home()).endAll(thread);
        var isGone = ledger.head(new AgentId(thread.value())).isEmpty()
                || threadTable.find(thread).filter(found -> !found.archived()).isEmpty();
        if (isGone) turns.ifPresent(running -> running.servers().end(thread));
    }

    /// The worker of this host, which is made after the ledger it needs.
    private final class Shortcut implements InProcessWorker {
        @Override
        public Optional<WorkerId> free() {
            return turns.flatMap(running -> running.worker().free());
        }

        @Override
        public void begin(Hold hold) {
            turns.orElseThrow().worker().begin(hold);
        }
    }

    /// The door for commands and watching.
    public Gateway gateway() {
        return gateway;
    }

    /// Begins threads and goes on with them.
    public ThreadLifecycle threads() {
        return lifecycle;
    }

    /// Lists, archives, forks and deletes threads.
    public ThreadOperations operations() {
        return operations;
    }

    /// What threads do, also those that no surface has loaded.
    public StatusReader statuses() {
        return new StatusReader(ledger, WorkerProcess::vital);
    }

    /// How a thread stands that is not followed here.
    public ChatState status(ChatThread thread) {
        return statuses().standing(thread.id(), thread.archived(), now()).state();
    }

    /// Where followers of threads are added, so that they learn what happens.
    public Followers followers() {
        return followers;
    }

    /// Follows a thread: its log and its live words.
    ///
    /// @param alarm called when there is something to deliver; must be quick
    public ThreadFollower follow(ChatThread thread, Runnable alarm) {
        return followed(new ThreadFollower(gateway, thread, clock, alarm));
    }

    /// The same without a status, for a command that shows none.
    public ThreadFollower followItems(ChatThread thread, Runnable alarm) {
        return followed(ThreadFollower.ofItems(gateway, thread, clock, alarm));
    }

    private ThreadFollower followed(ThreadFollower follower) {
        followers.add(follower);
        return follower;
    }

    /// Hears of every thread that writes.
    private record Listener(Consumer<ThreadId> thread, Runnable any) {}

    /// Tells of all threads until the result is closed.
    ///
    /// @param any called when it is not known which thread has written
    public AutoCloseable whenGrown(Consumer<ThreadId> thread, Runnable any) {
        var listener = new Listener(thread, any);
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void heard(Bell bell) {
        if (bell.equals(Bell.ANY)) {
            followers.anyGrown();
            for (var listener : listeners) listener.any().run();
        } else if (!bell.isForWorkers()) {
            followers.grown(bell.agent());
            if (listeners.isEmpty()) return;
            var thread = new ThreadId(bell.agent().value());
            for (var listener : listeners) listener.thread().accept(thread);
        }
    }

    /// A worker of the store, and what is known of it now.
    ///
    /// @param busy how many turns it runs
    public record WorkerLine(Workers.Listed listed, Liveness process, long busy) {}

    /// The workers of the store. Of those that died without a word it is known for a day.
    public List<WorkerLine> workers() {
        var busy = ledger.owned(WorkerTarget.ANY, WORKERS_TURNS).stream()
                .collect(Collectors.groupingBy(owned -> owned.lease().owner(), Collectors.counting()));
        return workers.all().stream()
                .map(listed -> new WorkerLine(
                        listed,
                        WorkerProcess.vital(listed.worker().id()),
                        busy.getOrDefault(listed.worker().id(), 0L)))
                .toList();
    }

    /// Looks at the store now: another process has written to it.
    public void wake() {
        bells.doorbell().ring(Bell.ANY);
    }

    /// The agents that threads have called.
    public AgentReport agents() {
        return new AgentReport(
                ledger,
                threadTable,
                statuses(),
                config.threads().get().spending().prices());
    }

    /// The worker of this host takes no more turns and hands those under way over after their step,
    /// or when the time is up. Close the host next.
    public void drain(Duration patience) throws InterruptedException {
        if (background.isPresent()) background.get().worker().drain(patience);
    }

    /// The name of this host's worker, if it has one.
    public Optional<WorkerId> worker() {
        return turns.map(running -> running.worker().identity().id());
    }

    /// Puts this host's worker in the list of workers now; without it that happens a little later.
    public void listWorker() {
        background.ifPresent(running -> running.listing().run());
    }

    /// What the store tells of all threads at once.
    public StoreReports reports() {
        return new StoreReports(store.transactions());
    }

    /// The workflows of the store; made when they are needed: most commands need none.
    public synchronized WorkflowStore workflows() {
        var known = workflows;
        if (known != null) return known;
        var made = store.workflows();
        workflows = made;
        return made;
    }

    /// Whether turns run in this process.
    public boolean runsTurns() {
        return turns.isPresent();
    }

    /// A new id.
    public String fresh() {
        return ids.fresh();
    }

    public Instant now() {
        return clock.instant();
    }

    /// Comes back when this turn is over or a person is needed; returns whether it is over. A turn
    /// that another process left goes on here: with [WorkerMode.Family] during this call, else by
    /// the worker of this host.
    public boolean carry(ThreadId thread, TurnId turn) throws InterruptedException {
        var agent = new AgentId(thread.value());
        if (foreground.isPresent()) return foreground.get().carry(agent, turn) == Foreground.End.OVER;
        if (turns.isEmpty()) throw new IllegalStateException("this host runs no turns");
        var seq = gateway.lastEvent(thread);
        while (true) {
            if (family.isOver(agent, turn)) return true;
            family.adopt(agent);
            if (family.needsPerson(agent)) return false;
            var events = gateway.watch(thread, seq, LOOK);
            if (!events.isEmpty()) seq = events.getLast().seq();
        }
    }

    /// Waits until a turn is over, whoever runs it, and returns what it ended with.
    public Item.Deliverable await(ThreadId thread, TurnId turn) throws InterruptedException {
        var seq = 0L;
        while (true) {
            var open = ledger.turn(turn).orElseThrow(() -> new IllegalArgumentException("there is no turn " + turn));
            if (open.ending() instanceof Turn.Ending.Delivered(var card, var _)) {
                var item = ledger.card(card).map(Card::item).orElse(null);
                if (item instanceof Item.Deliverable deliverable) return deliverable;
                throw new IllegalStateException("turn " + turn + " has no deliverable");
            }
            var events = gateway.watch(thread, seq, LOOK);
            if (!events.isEmpty()) seq = events.getLast().seq();
        }
    }

    /// The MCP servers of a thread, started if they must be.
    public McpServers mcpServers(ThreadId thread) {
        return turns.orElseThrow(() -> new IllegalStateException("this host runs no turns"))
                .agents()
                .servers(thread);
    }

    /// Each thread's next turn starts its MCP servers anew, by the settings as they are then.
    public void renewMcpServers() {
        turns.ifPresent(running -> running.servers().renew());
    }

    /// What can still be read of a thread whose records are damaged.
    public Salvage salvage(ThreadId thread) {
        return store.inspection()
                .map(reading -> reading.salvage(thread))
                .map(found -> new Salvage(SalvagedHistory.of(found.cards()), found.lost()))
                .orElseGet(() -> new Salvage(operations.history(thread), 0));
    }

    /// @param lost how many cards could not be read
    public record Salvage(List<Card> history, int lost) {}

    /// Gives the room of deleted threads back to the disk.
    public void reclaim() {
        store.transactions().reclaim();
    }

    /// Ends the turns that run here and leaves them for the next process; what was committed stays.
    @Override
    public void close() {
        background.ifPresent(Background::close);
        foreground.ifPresent(Foreground::close);
        ear.close();
        turns.ifPresent(TurnHost::close);
        ledger.close();
        bells.doorbell().close();
    }
}
