package dev.pawl.appserver.hub;

import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Card;
import dev.pawl.card.Outcome;
import dev.pawl.cli.Console;
import dev.pawl.codex.ServerNotifications;
import dev.pawl.codex.ServerQuestion;
import dev.pawl.codex.ServerStatus;
import dev.pawl.codex.ServerTurns;
import dev.pawl.follow.BackgroundDelivery;
import dev.pawl.follow.Subscriber;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.follow.TurnCards;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.status.ChatState;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.view.ThreadChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// A thread that clients watch here: what its follower gives goes to them in Codex's words. Safe
/// for use by many threads; costs none while nothing happens.
public final class LoadedThread implements Subscriber {
    private final Hub hub;
    private final Backend.Storage keeping;
    private final Gateway gateway;
    private final ThreadFollower follower;
    private final TurnCards cards = new TurnCards();
    private final Set<Client> clients = new CopyOnWriteArraySet<>();
    private final ServerNotifications notifications;
    /// Held while an answer is kept, so that of two only one is.
    private final ReentrantLock answering = new ReentrantLock();
    private volatile ChatThread thread;
    private volatile Instant idleSince;

    LoadedThread(Hub hub, Backend.Storage keeping, ChatThread thread) throws InterruptedException {
        this.hub = hub;
        this.keeping = keeping;
        this.gateway = hub.backend().gateway(keeping);
        this.thread = thread;
        this.idleSince = hub.backend().now();
        var delivery = new BackgroundDelivery(LoadedThread::warn);
        this.follower = new ThreadFollower(gateway, thread, hub.backend()::now, delivery);
        hub.backend().followers(keeping).add(follower);
        follower.catchUp(gateway.lastEvent(thread.id()), cards);
        this.notifications = new ServerNotifications(thread.id(), follower.status(), idleSince);
        for (var question : questions()) hub.asks(question.id(), this);
        follower.subscribe(this);
        delivery.start(follower);
    }

    private static void warn(RuntimeException failed) {
        Console.warn("a thread could not be followed: " + failed);
    }

    public ThreadId id() {
        return thread.id();
    }

    public ChatThread thread() {
        return thread;
    }

    public Gateway gateway() {
        return gateway;
    }

    public ThreadHistory history() {
        return new ThreadHistory(gateway, hub.backend().threads(keeping), thread);
    }

    /// The first words of its first request.
    public String preview() {
        return hub.backend().threads(keeping).preview(thread);
    }

    /// All that the next turn would read.
    public List<Card> cards() {
        return hub.backend().threads(keeping).history(id());
    }

    public Backend.Storage keeping() {
        return keeping;
    }

    public synchronized void setUp(Setup next) {
        gateway.setUp(id(), next, hub.backend().now());
        refresh();
    }

    /// The thread as it is stored: other processes name it, put it away or set it up too.
    public synchronized ChatThread refresh() {
        thread = gateway.thread(id()).orElse(thread);
        return thread;
    }

    public Json status() {
        return ServerStatus.of(follower.status(), hub.backend().now());
    }

    LoadedThread wanted(Instant now) {
        idleSince = now;
        return this;
    }

    /// Whether for that long no client has watched and no turn was under way.
    boolean isForgotten(Instant now, Duration patience) {
        if (isWatched() || follower.status().derive(now).interruptible()) idleSince = now;
        return !idleSince.plus(patience).isAfter(now);
    }

    // Changes come in.

    @Override
    public void on(Update update) {
        cards.on(update);
        var messages = new NumberedMessages(this::audience);
        for (var change : update.changes()) {
            if (change instanceof ThreadChange.TurnEnded ended) ended(ended);
            if (change instanceof ThreadChange.QuestionAsked(var question, var item)) {
                var asked = new ServerQuestion(question, item);
                hub.asks(asked.id(), this);
                messages.ask(asked);
            }
            notifications.of(change).forEach(messages::add);
        }
        messages.send(update.seq());
    }

    private void ended(ThreadChange.TurnEnded ended) {
        var written = cards.take(ended.turn());
        if (keeping == Backend.Storage.DURABLE && !written.isEmpty())
            hub.backend().transcripts().ifPresent(files -> files.append(thread, ended.turn(), written));
        if (ended.deliverable().outcome() == Outcome.SUCCESS) hub.turnEnded(id());
    }

    private Set<Client> audience(String method) {
        return method.equals(ServerNotifications.STATUS) ? hub.clients() : clients;
    }

    /// Tells those who watch something that is not in the log. Call it in order.
    public void say(String method, Json params) {
        var messages = new NumberedMessages(this::audience);
        messages.add(new ServerNotifications.Notification(method, params));
        messages.send(0);
    }

    // Clients come and go.

    /// Answers a client, and lets it watch from there on.
    public void join(Client client, Function<List<Json.Obj>, String> answer, boolean withTurns)
            throws InterruptedException {
        follower.upToDate(() -> {
            client.send(answer.apply(withTurns ? turns() : List.of()));
            subscribe(client);
            askAgain(client);
            return client;
        });
    }

    private List<Json.Obj> turns() throws InterruptedException {
        return history().all(follower.seq()).stream()
                .map(turn -> ServerTurns.of(turn, ServerTurns.Items.FULL))
                .toList();
    }

    /// The same for a client that comes back: it is told what it has missed since a number.
    public void rejoin(Client client, Function<List<Json.Obj>, String> answer, long after) throws InterruptedException {
        follower.upToDate(() -> {
            if (after < 0 || after > follower.seq())
                throw RpcError.invalid("thread " + id() + " has no event " + after);
            client.send(answer.apply(List.of()));
            replay(client, after);
            subscribe(client);
            askAgain(client);
            return client;
        });
    }

    /// Lets a client that only listens watch from an event on: it is asked nothing that it cannot
    /// answer elsewhere, but sees what is.
    public void follow(Client client, long after) throws InterruptedException {
        follower.upToDate(() -> {
            if (after < follower.seq()) replay(client, after);
            subscribe(client);
            askAgain(client);
            return client;
        });
    }

    /// Open questions are not part of it: they follow.
    private void replay(Client client, long after) throws InterruptedException {
        var spelled = new ServerNotifications(id(), ChatState.NEW, hub.backend().now());
        follower.replay(after, update -> {
            var messages = new NumberedMessages(_ -> Set.of(client));
            for (var change : update.changes()) spelled.of(change).forEach(messages::add);
            messages.send(update.seq());
        });
    }

    /// Lets a client watch, if it does not. What is asked already it is asked too.
    public void join(Client client) throws InterruptedException {
        follower.inOrder(() -> {
            if (subscribe(client)) askAgain(client);
            return client;
        });
    }

    /// Returns whether it is new. One that has left meanwhile was taken off all threads before, and
    /// must not stay.
    private boolean subscribe(Client client) {
        var isNew = clients.add(client);
        if (!hub.clients().contains(client)) clients.remove(client);
        return isNew;
    }

    private void askAgain(Client client) throws InterruptedException {
        for (var asked : questions()) client.send(Rpc.request(asked.id(), asked.method(), asked.params()));
    }

    private List<ServerQuestion> questions() throws InterruptedException {
        return follower.questions().stream()
                .map(asked -> new ServerQuestion(asked.question(), asked.item()))
                .toList();
    }

    /// Does something whose reply comes before all that follows from it.
    public <T> T inOrder(ThreadFollower.Ordered<T> work) throws InterruptedException {
        return follower.inOrder(work);
    }

    /// The number of the last event that was told.
    public long seq() throws InterruptedException {
        return follower.inOrder(follower::seq);
    }

    public boolean leave(Client client) {
        return clients.remove(client);
    }

    boolean isWatched() {
        return !clients.isEmpty();
    }

    void close() {
        hub.backend().followers(keeping).remove(follower);
    }

    /// What a person is asked in it now.
    public List<ServerQuestion> asked() throws InterruptedException {
        return follower.upToDate(this::questions);
    }

    /// A client's answer to what was asked. The first one counts that is accepted: whatever it
    /// would keep for later, a second one keeps nothing.
    public void answer(Json id, Optional<Json> said) throws InterruptedException {
        answering.lockInterruptibly();
        try {
            if (!hub.isAsked(id)) return;
            for (var asked : questions()) if (asked.id().equals(id)) decide(asked, said);
            hub.settled(id);
        } finally {
            answering.unlock();
        }
    }

    private void decide(ServerQuestion asked, Optional<Json> said) throws InterruptedException {
        var answers =
                new ClientAnswers(gateway, () -> new LetterId(hub.backend().fresh()));
        try {
            var trouble = answers.keep(asked, said);
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
