package dev.pawl.host;

import dev.pawl.card.Item;
import dev.pawl.command.Command;
import dev.pawl.gateway.ForkReply;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Begins threads, goes on with them, forks them, sets them up and briefs their agents: the one
/// place that decides what an agent reads before a request. Safe for use by many threads.
public final class ThreadLifecycle {
    private final Gateway gateway;
    private final ThreadOperations operations;
    private final Supplier<ThreadConfig> current;
    private final Briefings briefings;
    private final IdSource ids;
    private final InstantSource clock;

    ThreadLifecycle(
            Gateway gateway,
            ThreadOperations operations,
            Supplier<ThreadConfig> current,
            IdSource ids,
            InstantSource clock) {
        this.gateway = gateway;
        this.operations = operations;
        this.current = current;
        this.briefings = new Briefings(current, clock);
        this.ids = ids;
        this.clock = clock;
    }

    /// A thread that is not stored yet, set up by the settings.
    ///
    /// @param source the surface that begins it
    public ChatThread draft(String source) {
        return draft(source, current.get().setup());
    }

    public ChatThread draft(String source, Setup setup) {
        var now = clock.instant();
        return new ChatThread(new ThreadId(ids.fresh()), "", source, "", false, setup, now, now);
    }

    /// A fork of a thread that is not stored yet. It keeps the title and the setup.
    public ChatThread draftFork(ChatThread source) {
        var now = clock.instant();
        var from = source.id().value();
        return new ChatThread(
                new ThreadId(ids.fresh()), source.title(), source.source(), from, false, source.setup(), now, now);
    }

    /// Throws what the settings' [ThreadConfig] throws when a turn of this thread could not run
    /// here. For before a request is accepted.
    public void check(ChatThread thread) {
        current.get().check(thread.setup());
    }

    /// Stores a new thread and its first request, with all that its agent reads before it.
    ///
    /// @param author who asks: `user` for a person
    public Reply start(ChatThread thread, List<Item> request, String author) {
        var items = new ArrayList<>(briefings.all(thread));
        items.addAll(request);
        gateway.open(thread);
        return gateway.accept(new Command.Submit(letter(), thread.id(), items, author));
    }

    /// A further request: a turn of its own, or steering for the turn under way.
    ///
    /// @param before the thread as the agent knows it
    public Reply goOn(ChatThread before, ChatThread now, List<Item> request, String author) {
        var items = new ArrayList<>(preface(before, now));
        items.addAll(request);
        return gateway.accept(new Command.Steer(letter(), now.id(), items, author));
    }

    /// What the agent reads before a request: everything before its first one, later what has
    /// changed, and nothing while a turn runs: that turn does what it began with.
    public List<Item> preface(ChatThread before, ChatThread now) {
        if (isNew(now)) return briefings.all(now);
        var changes = briefings.changes(before, now);
        return changes.isEmpty() || gateway.activeTurn(now.id()).isPresent() ? List.of() : changes;
    }

    /// What a person asks, with the texts of the skills that it names.
    public List<Item> request(ChatThread thread, Item.UserMessage message) {
        return request(thread, message, Set.of(), List.of());
    }

    /// @param chosen files of skills that a client named
    /// @param extra  more folders with skills
    public List<Item> request(ChatThread thread, Item.UserMessage message, Set<String> chosen, List<Path> extra) {
        var items = new ArrayList<Item>(List.of(message));
        items.addAll(briefings.skills(thread, extra).texts(message, chosen));
        return items;
    }

    private boolean isNew(ChatThread thread) {
        return gateway.lastEvent(thread.id()) == 0
                && operations.history(thread.id()).isEmpty();
    }

    /// Sets a thread up anew, if that changes it.
    public ChatThread configure(ChatThread thread, Setup setup) {
        if (thread.setup().equals(setup)) return thread;
        var next = thread.with(setup, clock.instant());
        gateway.setUp(next.id(), next.setup(), next.updatedAt());
        return next;
    }

    /// Stores a fork that goes on after a turn of its source.
    public ForkReply fork(ThreadId source, TurnId until, ChatThread fork) {
        return operations.fork(source, until, fork);
    }

    /// Stores a fork that goes on after the last turn of its source.
    public ForkReply fork(ThreadId source, ChatThread fork) {
        return operations
                .lastTurn(source)
                .map(until -> fork(source, until, fork))
                .orElseGet(() -> new ForkReply.Refused("thread " + source + " has no turn that is over"));
    }

    private LetterId letter() {
        return new LetterId(ids.fresh());
    }
}
