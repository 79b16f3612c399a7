package dev.pawl.appserver;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.cli.Console;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Asked;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// A thread that somebody watches here: its log and its live words become what its subscribers are
/// told. Safe for use by many threads; costs none while nothing happens.
final class LoadedThread implements Backend.Follower, Narrator.Voice {
    private static final int MOST_PAST = 100;

    private static final int PAGE = 200;

    private final Hub hub;
    private final Backend.Keeping keeping;
    private final Gateway gateway;
    private final Words words = new Words();
    private final AtomicInteger alarms = new AtomicInteger();
    private final Set<Client> subscribers = new CopyOnWriteArraySet<>();
    private final Saying saying = new Saying(this::whoHears);
    private final Narrator narrator;
    private final Backend.Following following;
    /// Held while something is told, so that an answer and what follows it keep their order.
    private final ReentrantLock telling = new ReentrantLock();
    /// Held while an answer is kept, so that of two only one is.
    private final ReentrantLock answering = new ReentrantLock();
    private volatile boolean grown = true;
    private volatile ChatThread thread;
    private volatile boolean begun;
    private volatile Instant idleSince;
    private boolean quiet;
    private long seq;
    /// Turns of which words came when they were over.
    private final Set<TurnId> past = new HashSet<>();

    LoadedThread(Hub hub, Backend.Keeping keeping, ChatThread thread) throws InterruptedException {
        this.hub = hub;
        this.keeping = keeping;
        this.gateway = hub.backend().gateway(keeping);
        this.thread = thread;
        this.idleSince = hub.backend().now();
        this.narrator = new Narrator(thread.id(), this);
        telling.lock();
        try {
            following = hub.backend().follow(keeping, thread.id(), this);
            catchUpInSilence();
        } finally {
            telling.unlock();
        }
    }

    ThreadId id() {
        return thread.id();
    }

    ChatThread thread() {
        return thread;
    }

    Gateway gateway() {
        return gateway;
    }

    History history() {
        return new History(gateway, hub.backend().threads(keeping), thread);
    }

    /// All that the next turn would read.
    List<Card> cards() {
        return hub.backend().threads(keeping).history(id());
    }

    Backend.Keeping keeping() {
        return keeping;
    }

    /// Whether nothing was ever asked in it: its agent must be told first where it is.
    boolean isNew() {
        if (!begun) begun = gateway.lastEvent(id()) > 0;
        if (!begun) begun = !cards().isEmpty();
        return !begun;
    }

    synchronized void setUp(Setup next) {
        gateway.setUp(id(), next, hub.backend().now());
        refresh();
    }

    /// The thread as it is stored: other processes name it, put it away or set it up too.
    synchronized ChatThread refresh() {
        thread = gateway.thread(id()).orElse(thread);
        return thread;
    }

    ThreadStatus status() {
        return narrator.status();
    }

    /// The number of the last event that was told.
    long seq() throws InterruptedException {
        return inOrder(() -> seq);
    }

    LoadedThread wanted(Instant now) {
        idleSince = now;
        return this;
    }

    /// Whether nobody has watched and nothing has happened for that long.
    boolean isForgotten(Instant now, Duration patience) {
        if (isWatched() || status().active()) idleSince = now;
        return !idleSince.plus(patience).isAfter(now);
    }

    // The log and the live words come in.

    @Override
    public void grown() {
        grown = true;
        wake();
    }

    @Override
    public void hear(TurnId turn, Live live) {
        words.add(turn, live);
        wake();
    }

    private void wake() {
        if (alarms.getAndIncrement() == 0) Thread.startVirtualThread(this::tellAll);
    }

    private void tellAll() {
        var heard = alarms.get();
        do {
            heard = alarms.get();
            telling.lock();
            try {
                tellWhatIsNew();
            } catch (InterruptedException stopped) {
                return;
            } catch (RuntimeException failed) {
                // The next word or event tries again from where the log was left.
                Console.warn("thread " + id() + " could not be told: " + failed);
                grown = true;
            } finally {
                telling.unlock();
            }
        } while (alarms.addAndGet(-heard) != 0);
    }

    private void tellWhatIsNew() throws InterruptedException {
        if (grown) tellLog();
        for (var waiting = words.take(); !waiting.isEmpty(); waiting = words.take()) {
            for (var word : waiting) {
                if (!narrator.isOpen(word.turn) && !narrator.isOver(word.turn)) lookFor(word.turn);
                narrator.hear(word, hub.backend().now());
            }
        }
    }

    /// Reads the log until this turn is open. One that is not there then has ended long ago: a
    /// command of it still talks, and is not looked for with each of its words.
    private void lookFor(TurnId turn) throws InterruptedException {
        if (past.contains(turn)) return;
        tellLog();
        if (narrator.isOpen(turn)) return;
        if (past.size() >= MOST_PAST) past.clear();
        past.add(turn);
    }

    /// Everything in the log after what was told. Words that belong to an item come before its
    /// completion: they were heard before it was committed.
    private void tellLog() throws InterruptedException {
        grown = false;
        for (var page = next(); !page.isEmpty(); page = next()) {
            var waiting = words.take();
            var lastWord = new HashMap<String, Integer>();
            for (var i = 0; i < waiting.size(); i++) lastWord.put(waiting.get(i).item, i);
            var told = 0;
            for (var logged : page) {
                var card = card(logged);
                told = tellWordsOf(itemOf(logged, card), waiting, lastWord, told);
                saying.begin();
                narrator.tell(logged, card);
                saying.end(logged.seq());
                seq = logged.seq();
            }
            for (; told < waiting.size(); told++)
                narrator.hear(waiting.get(told), hub.backend().now());
        }
    }

    private int tellWordsOf(String item, List<Words.Word> waiting, Map<String, Integer> lastWord, int told) {
        var upTo = lastWord.getOrDefault(item, -1);
        var next = told;
        for (; next <= upTo; next++)
            narrator.hear(waiting.get(next), hub.backend().now());
        return next;
    }

    private static String itemOf(LoggedEvent logged, Optional<Card> card) {
        if (card.isEmpty()) return "";
        if (card.get().item() instanceof Item.ToolResult result)
            return itemOf(result).value();
        return logged.event() instanceof Event.ItemRecorded ? card.get().id().value() : "";
    }

    /// A command that outlived its call is completed by the result of another.
    private static CallId itemOf(Item.ToolResult result) {
        return result.detail() instanceof Detail.Ran ran ? ran.startedBy().orElse(result.call()) : result.call();
    }

    private List<LoggedEvent> next() throws InterruptedException {
        return gateway.watch(thread.id(), seq, Duration.ZERO);
    }

    private Optional<Card> card(LoggedEvent logged) {
        Optional<CardId> named = switch (logged.event()) {
            case Event.ItemRecorded(var card, var _, var type) when !type.equals("briefing") -> Optional.of(card);
            case Event.TurnDelivered(var card, var _, var _) -> Optional.of(card);
            default -> Optional.empty();
        };
        return named.flatMap(gateway::card);
    }

    /// Begins with a turn that is under way already; of what was before, nobody need be told.
    private void catchUpInSilence() throws InterruptedException {
        var end = gateway.lastEvent(thread.id());
        var active = gateway.activeTurn(thread.id());
        seq = active.isEmpty() ? end : beginOf(active.get(), end);
        quiet = true;
        while (seq < end) {
            for (var logged : next()) {
                if (logged.seq() > end) break;
                narrator.tell(logged, card(logged));
                seq = logged.seq();
            }
        }
        quiet = false;
    }

    private long beginOf(TurnId turn, long end) throws InterruptedException {
        for (var from = Math.max(0, end - PAGE); ; from = Math.max(0, from - PAGE)) {
            for (var logged : gateway.watch(thread.id(), from, Duration.ZERO)) {
                if (logged.turn().equals(turn) && logged.event() instanceof Event.TurnQueued) return logged.seq() - 1;
            }
            if (from == 0) return 0;
        }
    }

    // Clients come and go.

    /// Answers a client, and lets it watch from there on.
    void join(Client client, Function<List<Json.Obj>, String> answer, boolean withTurns) throws InterruptedException {
        telling.lock();
        try {
            tellWhatIsNew();
            client.send(answer.apply(withTurns ? history().turns(seq) : List.of()));
            subscribe(client);
            askAgain(client);
        } finally {
            telling.unlock();
        }
    }

    /// The same for a client that comes back: it is told what it has missed since a number.
    void rejoin(Client client, Function<List<Json.Obj>, String> answer, long after) throws InterruptedException {
        telling.lock();
        try {
            tellWhatIsNew();
            if (after < 0 || after > seq) throw RpcError.invalid("thread " + id() + " has no event " + after);
            client.send(answer.apply(List.of()));
            retell(client, after);
            subscribe(client);
            askAgain(client);
        } finally {
            telling.unlock();
        }
    }

    /// A story of its own for one client, from the beginning of the turn it left in. Open questions
    /// are not part of it: they follow.
    private void retell(Client client, long after) throws InterruptedException {
        var retelling = new Saying(_ -> Set.of(client));
        var story = new Narrator(id(), new Narrator.Voice() {
            @Override
            public void say(String method, Json params) {
                retelling.say(method, params);
            }

            @Override
            public void ask(Asking asking) {}

            @Override
            public List<Asked> questions() {
                return gateway.questions(id());
            }

            @Override
            public void over(TurnId turn, List<Card> cards) {}
        });
        var last = lastBegin(after);
        while (last < seq) {
            for (var logged : gateway.watch(id(), last, Duration.ZERO)) {
                if (logged.seq() > seq) return;
                retelling.begin();
                story.tell(logged, card(logged));
                if (logged.seq() > after) retelling.end(logged.seq());
                last = logged.seq();
            }
        }
    }

    /// The event before the one that began the last turn up to a number.
    private long lastBegin(long until) throws InterruptedException {
        for (var end = until; end > 0; end = Math.max(0, end - PAGE)) {
            var found = 0L;
            for (var logged : gateway.watch(id(), Math.max(0, end - PAGE), Duration.ZERO)) {
                if (logged.seq() <= end && logged.event() instanceof Event.TurnStarted) found = logged.seq();
            }
            if (found > 0) return found - 1;
        }
        return 0;
    }

    /// Lets a client watch, if it does not. What is asked already it is asked too.
    void join(Client client) throws InterruptedException {
        telling.lockInterruptibly();
        try {
            if (subscribe(client)) askAgain(client);
        } finally {
            telling.unlock();
        }
    }

    /// Answers whether it is new. One that has left meanwhile was not seen by whoever took it off
    /// all threads, and must not stay.
    private boolean subscribe(Client client) {
        var isNew = subscribers.add(client);
        if (!hub.clients().contains(client)) subscribers.remove(client);
        return isNew;
    }

    private void askAgain(Client client) {
        for (var asking : narrator.asked()) client.send(Rpc.request(asking.id(), asking.method(), asking.params()));
    }

    /// Does something whose answer comes before all that follows from it.
    <T> T inOrder(Ordered<T> work) throws InterruptedException {
        telling.lock();
        try {
            return work.run();
        } finally {
            telling.unlock();
        }
    }

    @FunctionalInterface
    interface Ordered<T> {
        T run() throws InterruptedException;
    }

    boolean leave(Client client) {
        return subscribers.remove(client);
    }

    boolean isWatched() {
        return !subscribers.isEmpty();
    }

    void close() {
        following.close();
    }

    // The narrator speaks.

    private Collection<Client> whoHears(String method) {
        return method.equals("thread/status/changed") ? hub.clients() : subscribers;
    }

    @Override
    public void say(String method, Json params) {
        if (quiet) return;
        saying.say(method, params);
        var endedWell = method.equals("turn/completed")
                && params.at("turn").text("status").equals("completed");
        if (endedWell) hub.turnEnded(id());
    }

    @Override
    public void ask(Asking asking) {
        hub.asks(asking.id(), this);
        if (!quiet) saying.ask(asking);
    }

    @Override
    public List<Asked> questions() {
        return gateway.questions(thread.id());
    }

    @Override
    public void over(TurnId turn, List<Card> cards) {
        if (keeping == Backend.Keeping.PASSING) return;
        hub.backend().transcripts().ifPresent(files -> files.append(thread, turn, cards));
    }

    /// A client's answer to what was asked. The first one counts that is accepted: whatever it
    /// would keep for later, a second one keeps nothing.
    void answer(Json id, Optional<Json> said) throws InterruptedException {
        answering.lockInterruptibly();
        try {
            if (!hub.isAsked(id)) return;
            Optional<Asking> found = inOrder(() -> narrator.asked().stream()
                    .filter(asking -> asking.id().equals(id))
                    .findFirst());
            if (found.isPresent()) decide(found.get(), said);
            hub.settled(id);
        } finally {
            answering.unlock();
        }
    }

    private void decide(Asking asking, Optional<Json> said) throws InterruptedException {
        var deciding = new Deciding(gateway, () -> new LetterId(hub.backend().fresh()));
        try {
            var trouble = deciding.decide(asking, said);
            if (trouble.isPresent()) inOrder(() -> warn(trouble.get()));
        } catch (RpcError refused) {
            inOrder(() -> warn("the answer was not kept, the question is still open: " + refused.getMessage()));
            throw refused;
        }
    }

    private String warn(String message) {
        say("warning", Json.object().with("threadId", id().value()).with("message", message));
        return message;
    }
}
