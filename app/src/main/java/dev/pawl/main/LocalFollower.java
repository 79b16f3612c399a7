package dev.pawl.main;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Backend.Storage;
import dev.pawl.cli.Console;
import dev.pawl.follow.BackgroundDelivery;
import dev.pawl.follow.Subscriber;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.ThreadAccess;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import dev.pawl.view.ThreadViewBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

/// Follows one thread for the terminal: first how its last turns stand, then what changes, all that
/// is there at a time in one call.
final class LocalFollower implements Subscriber, Runnable {
    private static final int MOST_TURNS = 200;

    private final Backend backend;
    private final ThreadAccess.Follower screen;
    private final ChatThread thread;
    private final ThreadFollower follower;
    private final BackgroundDelivery delivery;
    private final LinkedBlockingQueue<List<ThreadChange>> news = new LinkedBlockingQueue<>();

    private LocalFollower(Backend backend, ChatThread thread, ThreadAccess.Follower screen) {
        this.backend = backend;
        this.screen = screen;
        this.thread = thread;
        this.delivery = new BackgroundDelivery(failed -> Console.warn("the thread could not be followed: " + failed));
        this.follower = new ThreadFollower(backend.gateway(Storage.DURABLE), thread, backend::now, delivery);
    }

    /// @param server runs the turns of this home and tells their live words; nothing where this
    ///     process runs them
    static ThreadAccess.Following begin(
            Backend backend, ChatThread thread, ThreadAccess.Follower screen, Optional<ServerLink> server) {
        var self = new LocalFollower(backend, thread, screen);
        var followers = backend.followers(Storage.DURABLE);
        followers.add(self.follower);
        var reader = Thread.ofPlatform().name("pawl-follow").daemon(true).start(self);
        var live = server.map(link ->
                        link.listen(self.follower, () -> screen.lost(new ThreadAccess.Runner(link.pid(), false))))
                .orElse(() -> {});
        return () -> {
            live.run();
            followers.remove(self.follower);
            reader.interrupt();
        };
    }

    @Override
    public void on(Update update) {
        news.add(update.changes());
    }

    @Override
    public void run() {
        try {
            screen.stands(view());
            follower.subscribe(this);
            delivery.start(follower);
            while (true) {
                var changes = new ArrayList<>(news.take());
                for (var more = news.poll(); more != null; more = news.poll()) changes.addAll(more);
                if (!changes.isEmpty()) screen.changed(List.copyOf(changes));
            }
        } catch (InterruptedException closed) {
            // The terminal shows another thread, or is closed.
        }
    }

    private ThreadView view() throws InterruptedException {
        var builder = new ThreadViewBuilder();
        var gateway = backend.gateway(Storage.DURABLE);
        if (gateway.thread(thread.id()).isEmpty()) return builder.view();
        follower.catchUp(gateway.lastEvent(thread.id()), update -> builder.apply(update.seq(), update.changes()));
        var history = new ThreadHistory(gateway, backend.threads(Storage.DURABLE), thread);
        var turns = history.page(Optional.empty(), ThreadHistory.Direction.NEWEST_FIRST, MOST_TURNS)
                .map(ThreadHistory.Page::turns)
                .orElse(List.of());
        return builder.view().with(turns.reversed());
    }
}
