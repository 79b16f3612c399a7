package dev.pawl.exec;

import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Outcome;
import dev.pawl.card.Question;
import dev.pawl.cli.ExitCode;
import dev.pawl.event.StoreDown;
import dev.pawl.follow.Subscriber;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.follow.TurnCards;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ThreadChange;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Follows one turn on a thread of its own until its end is reported. A store that is away is
/// waited for as long as the turn is carried; each change is reported once.
final class TurnReport implements Runnable, Subscriber {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LAST_TRIES = 3;
    private static final Duration SHORT_LOOK = Duration.ofMillis(20);
    private static final int LAST_LOOKS = 100;

    private final Gateway gateway;
    private final ThreadFollower follower;
    private final Semaphore alarms;
    private final TurnId turn;
    private final long from;
    private final Listener listener;
    private final TurnCards cards = new TurnCards();
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean caughtUp;
    private int failures;
    private volatile boolean ended;
    private volatile int exitCode = ExitCode.FAILED;
    private volatile @Nullable StoreDown failure;

    /// What is done with what is seen.
    interface Listener {
        /// Whether changes of the status are reported, too.
        boolean showsStatus();

        void report(ThreadChange change);

        /// A running call asks: the turn is not put aside, so it is asked here and now.
        void ask(QuestionView question);

        /// The turn's end, before it is reported.
        void ended(Deliverable deliverable, TurnCards cards);

        /// The turn is over, and its end cannot be read any more.
        void gone();
    }

    /// @param from the last event that is not reported
    TurnReport(Engine engine, ChatThread thread, TurnId turn, long from, Listener listener) {
        this.gateway = engine.gateway();
        this.turn = turn;
        this.from = from;
        this.listener = listener;
        this.alarms = new Semaphore(0);
        this.follower = listener.showsStatus()
                ? engine.host().follow(thread, alarms::release)
                : engine.host().followItems(thread, alarms::release);
        follower.subscribe(this);
    }

    /// From now on a store that cannot be read is not waited for any longer.
    void turnIsOver() {
        over.countDown();
        alarms.release();
    }

    /// Waits until all that was written so far is reported, but not for a store that is away.
    void catchUp() throws InterruptedException {
        var end = gateway.lastEvent(follower.thread());
        for (var tries = 0; follower.seq() < end && tries < LAST_LOOKS; tries++) Thread.sleep(SHORT_LOOK);
    }

    int exitCode() {
        if (failure != null) throw failure;
        return exitCode;
    }

    @Override
    public void run() {
        try {
            while (!isReported()) {}
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether there is nothing more to report. A log that has nothing more of a turn that is over
    /// never will have: the thread was deleted.
    private boolean isReported() throws InterruptedException {
        try {
            var wasOver = over.getCount() == 0;
            var before = follower.seq();
            deliver(wasOver ? Duration.ZERO : POLL);
            if (ended) return true;
            failures = 0;
            var isGone = wasOver && follower.seq() == before;
            if (isGone) listener.gone();
            return isGone;
        } catch (StoreDown down) {
            if (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS) || ++failures < LAST_TRIES) return false;
            failure = down;
            return true;
        }
    }

    /// What other processes write is seen with the next poll.
    private void deliver(Duration patience) throws InterruptedException {
        if (!caughtUp) {
            follower.catchUp(from, cards);
            caughtUp = true;
        } else if (!alarms.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) follower.grown();
        alarms.drainPermits();
        follower.deliver();
    }

    @Override
    public void on(Update update) {
        if (!update.turn().equals(turn)) return;
        cards.on(update);
        for (var change : update.changes()) {
            if (change instanceof ThreadChange.TurnEnded end) {
                listener.ended(end.deliverable(), cards);
                exitCode = end.deliverable().outcome() == Outcome.SUCCESS ? ExitCode.OK : ExitCode.FAILED;
                ended = true;
            }
            listener.report(change);
            if (change instanceof ThreadChange.QuestionAsked(var question, var _)
                    && question.question() instanceof Question.Elicitation) listener.ask(question);
        }
    }
}
