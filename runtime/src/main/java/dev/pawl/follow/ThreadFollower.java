package dev.pawl.follow;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.follow.Subscriber.Update;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.status.ChatState;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ResolvedEvent;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadChange.QuestionAsked;
import dev.pawl.view.ViewFold;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Follows one thread: its log and its live words become changes, in one order for all subscribers.
/// Safe for use by many threads.
///
/// [#grown] and [#hear] never block; they ring `alarm`, and the thread that answers it calls
/// [#deliver]. Words of an item are delivered before its completion: they were heard before it was
/// committed. A failure of the store leaves the number where it was, so that the next delivery
/// begins there.
public final class ThreadFollower {
    private static final int MOST_ENDED = 100;

    private final Gateway gateway;
    private final ThreadId thread;
    private final String cwd;
    private final InstantSource clock;
    private final Runnable alarm;
    private final EventResolver resolver;
    private final LiveBuffer words = new LiveBuffer();
    private final Set<Subscriber> subscribers = new CopyOnWriteArraySet<>();
    private final ReentrantLock order = new ReentrantLock();
    private final ViewFold fold;
    /// Turns of which words came when they were over.
    private final Set<TurnId> endedTurns = new HashSet<>();
    private volatile boolean grown = true;
    private volatile long seq;
    private volatile @Nullable ChatState status;

    /// @param alarm called when there is something to deliver; must be quick and never throw
    public ThreadFollower(Gateway gateway, ChatThread thread, InstantSource clock, Runnable alarm) {
        this(gateway, thread, clock, alarm, new ViewFold(thread.setup().cwd()));
    }

    /// One that derives no status, for subscribers that show none.
    public static ThreadFollower ofItems(Gateway gateway, ChatThread thread, InstantSource clock, Runnable alarm) {
        return new ThreadFollower(
                gateway, thread, clock, alarm, ViewFold.ofItems(thread.setup().cwd()));
    }

    private ThreadFollower(Gateway gateway, ChatThread thread, InstantSource clock, Runnable alarm, ViewFold fold) {
        this.gateway = gateway;
        this.thread = thread.id();
        this.cwd = thread.setup().cwd();
        this.clock = clock;
        this.alarm = alarm;
        this.resolver = new EventResolver(gateway, this.thread);
        this.fold = fold;
    }

    /// Reads up to an event without telling the subscribers: the turn that is under way there, or
    /// the end of the last one. What is before cannot show any more.
    ///
    /// @param past is told instead
    public void catchUp(long upTo, Subscriber past) throws InterruptedException {
        order.lock();
        try {
            seq = gateway.beginning(thread, upTo);
            while (seq < upTo) {
                var page = upTo(gateway.watch(thread, seq, Duration.ZERO), upTo);
                if (page.isEmpty()) break;
                for (var event : resolver.resolve(page)) {
                    past.on(update(event, fold.after(event)));
                    seq = event.logged().seq();
                }
            }
            keepStatus();
        } finally {
            order.unlock();
        }
    }

    private static List<LoggedEvent> upTo(List<LoggedEvent> page, long last) {
        return page.stream().filter(logged -> logged.seq() <= last).toList();
    }

    public ThreadId thread() {
        return thread;
    }

    /// The number of the last event that was delivered.
    public long seq() {
        return seq;
    }

    /// The status after what was delivered; derive it with the current time.
    public ChatState status() {
        var known = status;
        return known == null ? ChatState.NEW : known;
    }

    private void keepStatus() {
        if (fold.hasStatus()) status = fold.status();
    }

    /// What a person is asked, as far as it was delivered.
    public List<QuestionAsked> questions() throws InterruptedException {
        return inOrder(fold::questions);
    }

    public void subscribe(Subscriber subscriber) {
        subscribers.add(subscriber);
    }

    public boolean unsubscribe(Subscriber subscriber) {
        return subscribers.remove(subscriber);
    }

    /// The thread's log has grown, or may have.
    public void grown() {
        grown = true;
        alarm.run();
    }

    public void hear(TurnId turn, Live live) {
        words.add(turn, live);
        alarm.run();
    }

    /// Delivers everything that is new.
    public void deliver() throws InterruptedException {
        order.lock();
        try {
            deliverAll();
        } catch (RuntimeException failed) {
            // The next delivery tries again from where the log was left.
            grown = true;
            throw failed;
        } finally {
            order.unlock();
        }
    }

    private void deliverAll() throws InterruptedException {
        if (grown) deliverLog();
        for (var waiting = words.take(); !waiting.isEmpty(); waiting = words.take()) {
            for (var word : waiting) {
                if (!fold.isOpen(word.turn) && !fold.isOver(word.turn)) lookFor(word.turn);
                deliver(word);
            }
        }
    }

    /// Reads the log until this turn is open. One that is not there then has ended long ago: a
    /// command of it still prints, and is not looked for with each of its words.
    private void lookFor(TurnId turn) throws InterruptedException {
        if (endedTurns.contains(turn)) return;
        deliverLog();
        if (fold.isOpen(turn)) return;
        if (endedTurns.size() >= MOST_ENDED) endedTurns.clear();
        endedTurns.add(turn);
    }

    private void deliverLog() throws InterruptedException {
        grown = false;
        for (var page = next(); !page.isEmpty(); page = next()) {
            var resolved = resolver.resolve(page);
            var waiting = words.take();
            var lastWord = new HashMap<String, Integer>();
            for (var i = 0; i < waiting.size(); i++) lastWord.put(waiting.get(i).item, i);
            var delivered = 0;
            for (var event : resolved) {
                delivered = deliverWordsOf(itemOf(event), waiting, lastWord, delivered);
                deliver(event);
            }
            for (; delivered < waiting.size(); delivered++) deliver(waiting.get(delivered));
        }
    }

    private List<LoggedEvent> next() throws InterruptedException {
        return gateway.watch(thread, seq, Duration.ZERO);
    }

    private int deliverWordsOf(
            String item, List<LiveBuffer.Word> waiting, Map<String, Integer> lastWord, int delivered) {
        var upTo = lastWord.getOrDefault(item, -1);
        var next = delivered;
        for (; next <= upTo; next++) deliver(waiting.get(next));
        return next;
    }

    /// The item that an event completes. A command that outlived its call is completed by the
    /// result of another.
    private static String itemOf(ResolvedEvent event) {
        return event.card()
                .map(card -> switch (card.item()) {
                    case Item.ToolResult result ->
                        result.detail() instanceof Detail.Ran ran
                                ? ran.startedBy().orElse(result.call()).value()
                                : result.call().value();
                    case Item.Deliverable _ -> "";
                    case Item _ -> card.id().value();
                })
                .orElse("");
    }

    private void deliver(ResolvedEvent event) {
        var changes = fold.after(event);
        keepStatus();
        tell(update(event, changes));
        seq = event.logged().seq();
    }

    private static Update update(ResolvedEvent event, List<ThreadChange> changes) {
        return new Update(event.logged().seq(), event.logged().turn(), event.card(), changes);
    }

    private void deliver(LiveBuffer.Word word) {
        var changes = fold.after(word.turn, word.live(), clock.instant());
        if (changes.isEmpty()) return;
        keepStatus();
        tell(new Update(0, word.turn, Optional.<Card>empty(), changes));
    }

    private void tell(Update update) {
        for (var subscriber : subscribers) subscriber.on(update);
    }

    /// Does something in order with the deliveries: what it sends comes before all that follows.
    public <T> T inOrder(Ordered<T> work) throws InterruptedException {
        order.lockInterruptibly();
        try {
            return work.run();
        } finally {
            order.unlock();
        }
    }

    /// The same after everything new was delivered.
    public <T> T upToDate(Ordered<T> work) throws InterruptedException {
        order.lockInterruptibly();
        try {
            deliverAll();
            return work.run();
        } finally {
            order.unlock();
        }
    }

    @FunctionalInterface
    public interface Ordered<T> {
        T run() throws InterruptedException;
    }

    /// Delivers to one subscriber what it has missed since a number, up to what was delivered to
    /// the others. Open questions are not part of it. Call it in order.
    public void replay(long after, Subscriber subscriber) throws InterruptedException {
        var again = new ViewFold(cwd);
        var end = seq;
        var last = gateway.beginning(thread, after);
        while (last < end) {
            var page = upTo(gateway.watch(thread, last, Duration.ZERO), end);
            if (page.isEmpty()) return;
            for (var event : resolver.resolve(page)) {
                var changes = again.after(event);
                last = event.logged().seq();
                if (last > after) subscriber.on(update(event, changes));
            }
        }
    }
}
