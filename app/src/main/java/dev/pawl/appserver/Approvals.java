package dev.pawl.appserver;

import dev.pawl.api.ApiError;
import dev.pawl.api.ApiMethod;
import dev.pawl.api.ApiParams;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerItems;
import dev.pawl.codex.ServerQuestion;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What people are asked in any thread, whether a client watches it or not: `pawl/approvals/list`,
/// `pawl/approvals/decide` and the notifications `pawl/approvals/asked` and `resolved`. Safe for
/// use by many threads.
final class Approvals {
    private static final String HERE = "page";
    private static final String ELSEWHERE = "elsewhere";

    private final Hub hub;
    /// The questions that clients know to be open.
    private final Map<String, ThreadId> open = new ConcurrentHashMap<>();
    /// What was decided here, until it is told.
    private final Map<String, Json> decided = new ConcurrentHashMap<>();

    Approvals(Hub hub) {
        this.hub = hub;
    }

    Map<String, ApiMethod> methods() {
        return Map.of("pawl/approvals/list", this::list, "pawl/approvals/decide", this::decide);
    }

    private Json list(ApiParams params) throws InterruptedException {
        if (!params.json().fields().isEmpty()) throw ApiError.of("params", "this method takes none");
        var data = new ArrayList<Json>();
        for (var question : hub.durable().questions()) {
            asking(question).map(this::json).ifPresent(data::add);
        }
        return Json.object().with("data", Json.array(data));
    }

    private Optional<ServerQuestion> asking(QuestionView question) throws InterruptedException {
        return hub.load(question.thread()).asked().stream()
                .filter(asking -> asking.question().id().equals(question.id()))
                .findFirst();
    }

    private Json json(ServerQuestion asking) {
        var asked = asking.question();
        var json = Json.object()
                .with("id", asked.id())
                .with("threadId", asked.thread().value())
                .with("threadName", hub.find(asked.thread()).title())
                .with("turnId", asked.turn().value())
                .with("itemId", asked.call().value())
                .with("method", asking.method())
                .with("params", asking.params())
                .with("askedAt", asked.since().toEpochMilli())
                .with("expiresAt", asked.until().toEpochMilli());
        return asking.item()
                .flatMap(ServerItems::of)
                .filter(item -> !item.at("changes").isNull())
                .map(item -> json.with("changes", item.at("changes")))
                .orElse(json);
    }

    /// The same answer as a client's reply to the request, from any connection.
    private Json decide(ApiParams params) throws InterruptedException {
        var fields = params.json();
        if (!(fields.at("id") instanceof Json.Str(var id))) throw ApiError.of("id", "must be a string");
        var thread = thread(id);
        var reply = reply(fields);
        var loaded = hub.load(thread);
        var asked = loaded.asked().stream()
                .filter(asking -> asking.question().id().equals(id))
                .findFirst()
                .orElseThrow(() -> answered(id));
        if (asked.question().takesWords()
                && reply.at("answers").isNull()
                && reply.at("content").isNull()) checkRefusal(asked, reply);
        if (!asked.question().takesWords() && reply.at("decision").isNull())
            throw ApiError.of("decision", "is missing");
        // Two devices may answer at once: the second is told, whatever the store makes of it.
        if (decided.putIfAbsent(id, fields.at("decision")) != null) throw answered(id);
        try {
            loaded.answer(Json.of(id), Optional.of(reply));
        } catch (RpcError refused) {
            decided.remove(id);
            throw ApiError.refused(String.valueOf(refused.getMessage()));
        }
        look(thread);
        return Json.object();
    }

    /// A form of a server can be declined; the model's own questions take answers only.
    private static void checkRefusal(ServerQuestion asked, Json reply) {
        var isForm = asked.method().equals("mcpServer/elicitation/request");
        var declines = reply.text("action", "").equals("decline")
                || reply.text("action", "").equals("cancel");
        if (!isForm) throw ApiError.of("answers", "is missing: this question asks for words");
        if (!declines) throw ApiError.of("content", "is missing: this question asks for its fields, or to decline");
    }

    private ApiError answered(String id) {
        return ApiError.of("id", "no question " + id + " is open: it was answered, or its turn is over");
    }

    /// A question's id begins with its turn; the thread is where that question is open.
    private ThreadId thread(String id) {
        return hub.durable().questions().stream()
                .filter(question -> question.id().equals(id))
                .map(QuestionView::thread)
                .findFirst()
                .orElseThrow(() -> answered(id));
    }

    private static Json reply(Json.Obj fields) {
        if (!fields.at("answers").isNull()) return Json.object().with("answers", fields.at("answers"));
        if (!fields.at("content").isNull()) {
            return Json.object().with("action", "accept").with("content", fields.at("content"));
        }
        var decision = fields.at("decision");
        if (!(decision instanceof Json.Str) && !(decision instanceof Json.Obj)) {
            throw ApiError.of(
                    "decision", "must be accept, acceptForSession, decline, cancel or a rule that was offered");
        }
        var allowed = List.of("accept", "acceptForSession", "decline", "cancel");
        if (decision instanceof Json.Str(var word) && !allowed.contains(word)) {
            throw ApiError.of("decision", "must be one of " + String.join(", ", allowed));
        }
        return Json.object()
                .with("decision", decision)
                .with("action", decision.text().orElse("accept"));
    }

    /// Tells what is asked now in a thread, and what is no longer.
    void look(ThreadId thread) {
        var known = new HashMap<String, QuestionView>();
        for (var question : hub.durable().questions(thread)) known.put(question.id(), question);
        for (var one : open.entrySet()) {
            if (one.getValue().equals(thread) && !known.containsKey(one.getKey())) resolved(one.getKey(), thread);
        }
        for (var question : known.values()) {
            if (open.putIfAbsent(question.id(), thread) == null) asked(question);
        }
    }

    private void asked(QuestionView question) {
        try {
            asking(question).ifPresent(asking -> hub.tellEverybody("pawl/approvals/asked", json(asking)));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RpcError gone) {
            open.remove(question.id());
        }
    }

    private void resolved(String id, ThreadId thread) {
        if (open.remove(id) == null) return;
        var here = Optional.ofNullable(decided.remove(id));
        hub.tellEverybody(
                "pawl/approvals/resolved",
                Json.object()
                        .with("id", id)
                        .with("threadId", thread.value())
                        .with("decision", here.orElse(new Json.Null()))
                        .with("answeredIn", here.isPresent() ? HERE : ELSEWHERE));
    }
}
