package dev.pawl.api;

import dev.pawl.event.DamagedRecord;
import dev.pawl.event.StoreDown;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.StatusReader.Progress;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// How all threads stand, and who is told when one stands otherwise. Each thread's log is folded
/// once; a burst of events is one look. Safe for use by many threads.
///
/// What is read and pinned is kept beside the thread, so that every device shows the same.
final class StatusBoard implements AutoCloseable {
    private static final String SEEN = "pawl.seen";
    private static final String PINNED = "pawl.pinned";
    /// How often a thread may be told of, and how often one that works is looked at: its status
    /// changes with time too.
    private static final Duration PACE = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int RECENT = 100;
    private static final int MOST_KNOWN = 2000;

    private final ApiHost host;
    private final Map<ThreadId, Known> known = new ConcurrentHashMap<>();
    private final Set<ThreadId> grown = ConcurrentHashMap.newKeySet();
    private final Semaphore bell = new Semaphore(0);
    private volatile boolean others;
    private final Instant start;

    /// @param told the last status that was told, without what changes all the time
    private record Known(Progress progress, Json told, boolean active) {
        static final Known NOTHING = new Known(Progress.NONE, new Json.Null(), false);
    }

    StatusBoard(ApiHost host) {
        this.host = host;
        this.start = host.now();
    }

    /// Tells every change until the result is closed.
    ///
    /// @param status  a thread's new status
    /// @param touched a thread whose log has grown
    AutoCloseable watch(Consumer<Json> status, Consumer<ThreadId> touched) {
        var following = host.whenGrown(this::changed, () -> {
            others = true;
            bell.release();
        });
        others = true;
        bell.release();
        var thread = Thread.ofVirtual().name("pawl-status").start(() -> tell(status, touched));
        return () -> {
            thread.interrupt();
            following.close();
        };
    }

    void changed(ThreadId thread) {
        if (grown.add(thread)) bell.release();
    }

    private void tell(Consumer<Json> status, Consumer<ThreadId> touched) {
        try {
            while (true) {
                var rung = bell.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                bell.drainPermits();
                for (var thread : due(rung)) {
                    touched.accept(thread);
                    news(thread).ifPresent(status);
                }
                Thread.sleep(PACE);
            }
        } catch (InterruptedException closed) {
            // Nobody listens any more.
        }
    }

    /// Threads that wrote, and those whose status time alone can change.
    private List<ThreadId> due(boolean rung) {
        var due = new ArrayList<>(grown);
        due.forEach(grown::remove);
        if (!rung || others) {
            known.forEach((thread, one) -> {
                if (one.active() && !due.contains(thread)) due.add(thread);
            });
        }
        if (others) {
            others = false;
            try {
                for (var thread : host.gateway().latest(Threads.Filter.ACTIVE, RECENT)) {
                    if (!due.contains(thread.id())) due.add(thread.id());
                }
            } catch (RuntimeException down) {
                if (!(down instanceof StoreDown)) throw down;
                others = true; // looked at again with the next bell
            }
        }
        return due;
    }

    /// The thread's status when it is another than was told last.
    private Optional<Json> news(ThreadId id) {
        try {
            var thread = host.gateway().thread(id);
            if (thread.isEmpty()) {
                known.remove(id);
                return Optional.empty();
            }
            var status = look(thread.get());
            var steady = steady(status);
            var isNews = new AtomicBoolean();
            known.computeIfPresent(id, (_, one) -> {
                isNews.set(!one.told().equals(steady));
                return new Known(one.progress(), steady, one.active());
            });
            return isNews.get() ? Optional.of(status) : Optional.empty();
        } catch (DamagedRecord unreadable) {
            return Optional.empty(); // opening the thread says so
        } catch (RuntimeException down) {
            if (!(down instanceof StoreDown)) throw down;
            others = true;
            return Optional.empty();
        }
    }

    Json.Obj read(ChatThread thread) {
        try {
            return look(thread);
        } catch (DamagedRecord unreadable) {
            var standing = host.statuses().standing(thread.id(), thread.archived(), host.now());
            return StatusJson.of(thread.id().value(), standing.seq(), standing.state(), host.now())
                    .with("unread", Json.of(false))
                    .with("pinned", Json.of(false));
        }
    }

    /// Clients that only read are told nothing by it: what was told stays as it was.
    private Json.Obj look(ChatThread thread) {
        var before = known.getOrDefault(thread.id(), Known.NOTHING);
        var progress = host.statuses().advance(thread.id(), before.progress());
        var now = host.now();
        var standing = host.statuses().standing(thread.id(), progress, thread.archived(), now);
        var active = standing.turn().isPresent();
        var notes = host.threads().notes(thread.id());
        var status = StatusJson.of(thread.id().value(), progress.seq(), standing.state(), now)
                .with("unread", Json.of(isUnread(thread, notes, standing, active)))
                .with("pinned", Json.of(notes.containsKey(PINNED)));
        if (known.size() >= MOST_KNOWN)
            known.entrySet().removeIf(one -> !one.getValue().active());
        known.compute(thread.id(), (_, one) -> new Known(progress, one == null ? new Json.Null() : one.told(), active));
        return status;
    }

    /// Without the numbers that move with every event: they come along when something else changes.
    private static Json steady(Json.Obj status) {
        return status.with("seq", 0).with("lastEventAt", 0).with("workedMs", 0);
    }

    /// A thread is unread when it has ended a turn that no person has looked at. What was over
    /// before this server began is not.
    private boolean isUnread(
            ChatThread thread, Map<String, String> notes, StatusReader.Snapshot standing, boolean active) {
        var seen = notes.get(SEEN);
        if (seen != null) return !active && standing.seq() > Long.parseLong(seen);
        if (active) host.threads().note(thread.id(), SEEN, before -> before.isEmpty() ? "" + standing.seq() : before);
        return !active && standing.seq() > 0 && thread.createdAt().isAfter(start);
    }

    /// Everything up to an event was looked at; never less than before.
    void see(ThreadId thread, long seq) {
        host.threads()
                .note(thread, SEEN, before -> before.isEmpty() ? "" + seq : "" + Math.max(seq, Long.parseLong(before)));
        changed(thread);
    }

    void pin(ThreadId thread, boolean pinned) {
        host.threads().note(thread, PINNED, _ -> pinned ? "1" : "");
        changed(thread);
    }

    /// Threads that a person may want to hear of: those that work or wait, are unread or pinned.
    List<Json> notable() {
        var all = new ArrayList<Json>();
        for (var thread : host.gateway().latest(Threads.Filter.ACTIVE, RECENT)) {
            var status = read(thread);
            var quiet = status.text("status").equals("idle")
                    && status.at("unread").equals(Json.of(false))
                    && status.at("pinned").equals(Json.of(false));
            if (!quiet) all.add(status);
        }
        return all;
    }

    @Override
    public void close() {
        known.clear();
    }
}
