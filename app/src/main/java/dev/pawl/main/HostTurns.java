package dev.pawl.main;

import dev.pawl.agent.Prices;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.host.Host;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.runner.FlowTurns;
import dev.pawl.runner.Spent;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/// The turns of a workflow's thread, run by a host: as `pawl exec` runs its own, or by a server's
/// worker.
final class HostTurns implements FlowTurns {
    private final Host host;
    private final Gateway gateway;
    private final Prices prices;
    /// How the thread was set up before the last [#limit].
    private Optional<ChatThread> before = Optional.empty();

    HostTurns(Host host, Prices prices) {
        this.host = host;
        this.gateway = host.gateway();
        this.prices = prices;
    }

    @Override
    public long lastEvent(ThreadId thread) {
        return gateway.lastEvent(thread);
    }

    @Override
    public String fresh() {
        return host.fresh();
    }

    @Override
    public Optional<TurnId> find(ThreadId thread, LetterId letter, long after) {
        return first(
                        thread,
                        after,
                        logged -> logged.event() instanceof Event.TurnQueued(var queued) && queued.equals(letter))
                .map(LoggedEvent::turn);
    }

    private Optional<LoggedEvent> first(ThreadId thread, long after, Predicate<LoggedEvent> wanted) {
        var seq = after;
        while (true) {
            var events = events(thread, seq);
            for (var logged : events) {
                if (wanted.test(logged)) return Optional.of(logged);
                seq = logged.seq();
            }
            if (events.isEmpty()) return Optional.empty();
        }
    }

    private List<LoggedEvent> events(ThreadId thread, long after) {
        try {
            return gateway.watch(thread, after, Duration.ZERO);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private ChatThread stored(ThreadId thread) {
        return gateway.thread(thread).orElseThrow(() -> new IllegalStateException("no thread " + thread));
    }

    @Override
    public TurnId submit(ThreadId thread, LetterId letter, long after, List<Item> request, String source) {
        var items = new ArrayList<Item>();
        if (source.equals(WORKS)) {
            var now = stored(thread);
            items.addAll(host.threads().preface(before.orElse(now), now));
        }
        items.addAll(request);
        return switch (gateway.accept(new Command.Submit(letter, thread, items, source))) {
            case Reply.Accepted(var turn) -> turn;
            case Reply.Refused(var why) -> throw new UsageError(why);
            case Reply.Steered _, Reply.Stopped _, Reply.Decided _ ->
                throw new IllegalStateException("a request was taken as something else");
        };
    }

    @Override
    public Carried carry(ThreadId thread, TurnId turn, Duration limit) throws InterruptedException {
        var tooLong = new AtomicBoolean();
        var over = new CountDownLatch(1);
        Thread.ofPlatform().name("pawl-flow-limit").daemon(true).start(() -> {
            try {
                if (over.await(limit.toMillis(), TimeUnit.MILLISECONDS)) return;
                tooLong.set(true);
                stop(thread, turn, "it took longer than " + limit.toMinutes() + " minutes");
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            if (!host.carry(thread, turn)) return Carried.WAITS;
            var isCut = tooLong.get() && deliverable(thread, turn).outcome() == Outcome.CANCELED;
            return isCut ? Carried.TOO_LONG : Carried.OVER;
        } finally {
            over.countDown();
        }
    }

    @Override
    public Item.Deliverable deliverable(ThreadId thread, TurnId turn) {
        var end =
                first(thread, 0, logged -> logged.turn().equals(turn) && logged.event() instanceof Event.TurnDelivered);
        if (end.isPresent()
                && end.get().event() instanceof Event.TurnDelivered(var card, var _, var _)
                && gateway.card(card).isPresent()
                && gateway.card(card).get().item() instanceof Item.Deliverable deliverable) return deliverable;
        return Item.Deliverable.stopped("the turn's end can no longer be read");
    }

    @Override
    public Spent spent(Workflow flow) {
        if (flow.id().isEmpty()) return Spent.NOTHING;
        var since = flow.origin().at();
        var until = flow.isActive() ? host.now() : since;
        var usage = Usage.NONE;
        var usd = Optional.of(0.0);
        for (var line : host.reports().tokens(Optional.of(flow.origin().thread()), since)) {
            usage = usage.plus(line.usage());
            var cost = prices.cost(line.model(), line.usage());
            usd = usd.flatMap(sum -> cost.map(more -> sum + more));
            if (line.at().isAfter(until)) until = line.at();
        }
        return new Spent(since, Duration.between(since, until), usage, usage.total() == 0 ? Optional.empty() : usd);
    }

    @Override
    public boolean asksPerson(ThreadId thread) {
        return !gateway.questions(thread).isEmpty();
    }

    @Override
    public void answer(ThreadId thread, TurnId turn, String words) {
        for (var asked : gateway.questions(thread)) {
            if (asked.turn().equals(turn))
                gateway.accept(new Command.Answer(new LetterId(host.fresh()), thread, asked.call(), words));
        }
    }

    @Override
    public void stop(ThreadId thread, TurnId turn, String reason) {
        gateway.accept(new Command.Interrupt(new LetterId(host.fresh()), thread, turn, reason));
    }

    @Override
    public void limit(ThreadId thread, String sandbox, String approval) {
        var now = stored(thread);
        var setup = now.setup();
        if (setup.sandbox().equals(sandbox) && setup.approval().equals(approval)) return;
        before = Optional.of(now);
        var limited = new Setup(
                setup.cwd(),
                setup.provider(),
                setup.model(),
                setup.style(),
                sandbox,
                approval,
                setup.roots(),
                setup.window(),
                setup.compactAt());
        gateway.setUp(thread, limited, Instant.now());
    }
}
