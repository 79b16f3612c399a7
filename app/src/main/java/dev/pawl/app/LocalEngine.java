package dev.pawl.app;

import dev.pawl.agent.Rulebook;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.cli.Console;
import dev.pawl.cli.FileTrouble;
import dev.pawl.cli.UsageError;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.exec.Engine;
import dev.pawl.feed.NoticingTransactions;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.ForkReply;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.Stores;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import dev.pawl.threads.ThreadWord;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.Agent;
import dev.pawl.worker.AgentSteps;
import dev.pawl.worker.Solo;
import dev.pawl.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The whole program in one process: store, gateway, model and a worker for one thread.
final class LocalEngine implements Engine {
    private final Parts parts;
    private final WorkerTarget pool;
    private final Stores.Opened store;
    private final Ledger ledger;
    private final Threads threads;
    private final Gateway gateway;
    private final Uuid7 ids;
    private final Agents agents;
    private final Terminals terminals;

    /// What the command line and the settings come to.
    record Parts(
            SetupChoice setups,
            ProviderChoice providers,
            WorkplaceChoice workplaces,
            StoreChoice stores,
            RecoveryChoice recovery,
            Duration retryBase,
            String record,
            Rulebook rules,
            McpChoice servers,
            CheckpointChoice checkpoints,
            TrustFile trust,
            HookChoice hooks,
            Optional<Path> transcripts,
            RedactionChoice redaction,
            Skills skills,
            Consumer<Throwable> trace,
            Function<String, Optional<Parts>> elsewhere) {
        /// The same for a thread that works in this folder.
        Parts in(String cwd) {
            return elsewhere.apply(cwd).orElse(this);
        }
    }

    /// @param storeNote is told why a turn waits for the store
    LocalEngine(Parts parts, Consumer<String> storeNote) {
        this.parts = parts;
        this.pool = parts.recovery().pool("exec");
        this.terminals = new Terminals(parts.workplaces().sandbox());
        this.ids = new Uuid7(InstantSource.system(), Uuid7.seed());
        this.store = parts.stores().open();
        this.threads = parts.stores().threads(store);
        var feed = new OutboxFeed((agent, seq, max) -> events(agent, seq, max), Duration.ofMillis(250));
        var watched =
                new WatchedTransactions(store.transactions(), parts.stores().shown(), storeNote);
        var noticed = new NoticingTransactions(watched, agent -> feed.wake(new Bell(agent, pool)));
        this.ledger = new DurableLedger(
                noticed, Limits.DEFAULT.withLease(parts.stores().lease()), ids);
        this.gateway = new Gateway(ledger, threads, feed, pool, parts.rules());
        // Not virtual: those keep a poller in native code, for which the JVM waits at its exit.
        this.agents = new Agents(
                () -> parts,
                threads,
                ledger,
                terminals,
                new Agent.Means(
                        Thread.ofPlatform().name("pawl-tool").daemon(true).factory(),
                        Live.Sink.NOBODY,
                        parts.servers().questions()));
    }

    private List<LoggedEvent> events(AgentId agent, long seq, int max) {
        return ledger.events(agent, seq, max);
    }

    @Override
    public Gateway gateway() {
        return gateway;
    }

    @Override
    public boolean mayWorkHere() {
        return parts.setups().mayWorkHere();
    }

    @Override
    public ChatThread newThread(String source) {
        var now = Instant.now();
        return new ChatThread(
                new ThreadId(ids.fresh()), "", source, "", false, parts.setups().setup(), now, now);
    }

    @Override
    public ChatThread find(String word) {
        return ThreadWord.find(gateway, word);
    }

    @Override
    public ChatThread adjusted(ChatThread thread) {
        parts.workplaces().pinAnew(thread.id(), parts.setups().namedFolders());
        return thread.with(
                parts.in(parts.setups().folder(thread.setup())).setups().adjusted(thread.setup()), Instant.now());
    }

    @Override
    public void check(ChatThread thread) {
        agents.check(thread.setup());
    }

    @Override
    public List<Item> briefing(ChatThread thread) {
        return new Briefings(parts).all(thread);
    }

    @Override
    public List<Item> changes(ChatThread before, ChatThread now) {
        return new Briefings(parts).changes(before, now);
    }

    @Override
    public ChatThread fork(ChatThread earlier) {
        var keeping = new ThreadKeeping(ledger, threads, pool);
        var until = keeping.lastTurn(earlier.id())
                .orElseThrow(() -> new UsageError("thread " + earlier.id() + " has no turn that is over"));
        var now = Instant.now();
        var from = earlier.id().value();
        var id = new ThreadId(ids.fresh());
        var fork = new ChatThread(id, earlier.title(), earlier.source(), from, false, earlier.setup(), now, now);
        return switch (keeping.fork(earlier.id(), until, fork)) {
            case ForkReply.Forked _ -> fork;
            case ForkReply.Refused(var why) -> throw new UsageError(why);
        };
    }

    @Override
    public String fresh() {
        return ids.fresh();
    }

    @Override
    public void transcribe(ChatThread thread, TurnId turn, List<Card> cards) {
        if (parts.transcripts().isEmpty()) return;
        try {
            new Transcript(parts.transcripts().get(), thread).append(turn, cards);
        } catch (IOException full) {
            // The store has it all; the transcript is a copy for others.
            Console.warn("the transcript could not be written: " + FileTrouble.of(full));
        }
    }

    @Override
    public Standing carry(ThreadId thread, TurnId turn) throws InterruptedException {
        var solo = new Solo(
                ledger,
                new ExplainedSteps(new AgentSteps(ledger, agents::of), parts.trace()),
                WorkerProcess.name(ids.fresh()),
                ids,
                new Solo.Patience(parts.stores().lease(), Duration.ofMillis(100)),
                WorkerProcess::vital);
        return switch (solo.carry(new AgentId(thread.value()), turn)) {
            case Solo.Standing.Over _ -> Standing.OVER;
            case Solo.Standing.Waits _ -> Standing.WAITS_FOR_SOMEBODY;
        };
    }

    @Override
    public void callAttention(String words) {
        parts.hooks().callAttention(words);
    }

    @Override
    public void close() {
        agents.close();
        terminals.close();
        ledger.close();
    }
}
