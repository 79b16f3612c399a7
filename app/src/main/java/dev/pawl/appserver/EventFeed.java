package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a client that only listens is told: the notifications of one thread, or those that concern
/// every client. Used by one thread; filled by many.
public final class EventFeed implements AutoCloseable {
    /// How far a listener may be behind; it comes back and says where it was.
    private static final long MOST_BEHIND = 1024L * 1024;
    /// What is older is read anew instead of told again.
    private static final long MOST_MISSED = 5000;
    private static final int SHOWN_TURNS = 10;

    private final Dialogue dialogue;
    private final ClientOutbox outbox;
    private final List<Message> first = new ArrayList<>();
    /// What a message must hold to be told; empty for all.
    private final String about;

    /// What a message is to the listener.
    public enum Kind {
        NOTIFICATION,
        /// All there is now; what follows changes it.
        SNAPSHOT,
        /// What the listener knew is too old to go on from; a snapshot follows.
        RESET
    }

    /// @param seq the event that this is the last message of, 0 for none
    public record Message(Kind kind, long seq, String json) {}

    private EventFeed(Hub hub, MethodTable methods, Runnable cut, String about) {
        this.about = about;
        this.outbox = new ClientOutbox(ClientOutbox.WhenFull.CUT, cut, MOST_BEHIND);
        this.dialogue = new Dialogue(hub, methods, outbox, Dialogue.Proof.GIVEN).begun();
    }

    static EventFeed ofAll(Hub hub, MethodTable methods, Runnable cut) throws InterruptedException {
        var feed = new EventFeed(hub, methods, cut, "");
        feed.dialogue.entered();
        var statuses = result(new SingleCall(hub, methods), "pawl/status/read", Json.object());
        feed.first.add(new Message(Kind.SNAPSHOT, 0, statuses.write()));
        return feed;
    }

    static EventFeed of(Hub hub, MethodTable methods, Runnable cut, ThreadId id, long after)
            throws InterruptedException {
        var thread = hub.load(id);
        var feed = new EventFeed(hub, methods, cut, "\"" + id.value() + "\"");
        var seq = thread.seq();
        var from = after;
        if (after < 0 || after > seq || seq - after > MOST_MISSED) {
            if (after >= 0) feed.first.add(new Message(Kind.RESET, 0, "{\"reason\":\"too_old\"}"));
            feed.first.add(new Message(Kind.SNAPSHOT, seq, snapshot(hub, methods, id, seq)));
            from = seq;
        }
        feed.dialogue.entered();
        try {
            thread.follow(feed.dialogue.client(), from);
            return feed;
        } catch (InterruptedException | RuntimeException failed) {
            feed.close();
            throw failed;
        }
    }

    /// As the methods tell it. It may be newer than its number: what follows is then told twice,
    /// and says the same.
    private static String snapshot(Hub hub, MethodTable methods, ThreadId id, long seq) throws InterruptedException {
        var call = new SingleCall(hub, methods);
        var which = Json.object().with("threadId", id.value());
        var thread = result(call, "thread/read", which);
        var page = which.with("limit", SHOWN_TURNS).with("itemsView", "full");
        return Json.object()
                .with("thread", thread.at("thread"))
                .with("turns", result(call, "thread/turns/list", page))
                .with("status", status(call, id))
                .with("seq", seq)
                .write();
    }

    private static Json status(SingleCall call, ThreadId id) throws InterruptedException {
        var which = Json.object().with("threadIds", Json.strings(List.of(id.value())));
        var found = result(call, "pawl/status/read", which).at("data");
        return found instanceof Json.Arr(var all) && !all.isEmpty() ? all.getFirst() : new Json.Null();
    }

    private static Json result(SingleCall call, String method, Json params) throws InterruptedException {
        return Json.parse(call.reply(Rpc.request(Json.of(1), method, params))).at("result");
    }

    /// The next messages in order; empty when there are none for a while.
    public List<Message> poll(Duration patience) throws InterruptedException {
        if (!first.isEmpty()) {
            var known = List.copyOf(first);
            first.clear();
            return known;
        }
        var messages = new ArrayList<Message>();
        for (var bytes : outbox.poll(patience)) {
            var json = new String(bytes, UTF_8);
            if (about.isEmpty() || json.contains(about)) messages.add(new Message(Kind.NOTIFICATION, seq(json), json));
        }
        return messages;
    }

    /// Whether nothing more comes.
    public boolean isOver() {
        return first.isEmpty() && outbox.isOver();
    }

    /// [Rpc#notification] writes the number last.
    static long seq(String json) {
        var at = json.lastIndexOf(",\"seq\":");
        if (at < 0) return 0;
        var digits = json.substring(at + ",\"seq\":".length(), json.length() - 1);
        return !digits.isEmpty() && digits.chars().allMatch(Character::isDigit) ? Long.parseLong(digits) : 0;
    }

    @Override
    public void close() {
        outbox.close();
        dialogue.close();
    }
}
