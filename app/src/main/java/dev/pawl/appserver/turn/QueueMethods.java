package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.cli.Console;
import dev.pawl.codex.ServerTurns;
import dev.pawl.command.Command;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `thread/queue/…`: requests that wait for the turn under way, and can be changed until they
/// begin. They are kept with the thread. The next one begins when a turn has ended well; after an
/// interrupt, a failure or a restart a client starts it.
final class QueueMethods {
    private static final String NOTE = "queue";
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Hub hub;
    private final TurnMethods turns;
    private final Notes notes;

    QueueMethods(Hub hub, TurnMethods turns) {
        this.hub = hub;
        this.turns = turns;
        this.notes = new Notes(hub);
        hub.whenTurnEnds(this::next);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/queue/add", this::add);
        methods.put("thread/queue/list", this::list);
        methods.put("thread/queue/update", this::update);
        methods.put("thread/queue/delete", this::delete);
        methods.put("thread/queue/reorder", this::reorder);
        methods.put("thread/queue/start", this::start);
    }

    /// Read once, so that nothing waits that cannot begin.
    private static Json input(Params params) {
        if (params.list("input").isEmpty()) {
            throw RpcError.invalid("only user input can be added to the user-message queue");
        }
        Inputs.read(params);
        return Json.array(params.list("input").stream()
                .map(each -> each instanceof Json.Obj text && text.text("type").equals("text")
                        ? text.with(
                                "text_elements",
                                text.at("text_elements") instanceof Json.Arr all ? all : Json.array(List.of()))
                        : each)
                .toList());
    }

    private void add(Call call) throws InterruptedException {
        var params = call.params();
        var thread = hub.find(params.thread()).id();
        var fresh = Json.object()
                .with("id", hub.backend().fresh())
                .with("input", input(params))
                .with("clientUserMessageId", params.text("clientUserMessageId"));
        hub.load(thread).join(call.client());
        notes.changeList(thread, NOTE, all -> {
            all.add(fresh);
            return all;
        });
        call.answer(Json.object().with("queuedSubmission", fresh));
        changed(thread);
        next(thread);
    }

    private void list(Call call) {
        var thread = hub.find(call.params().thread()).id();
        call.answer(Page.plain(notes.list(thread, NOTE), each -> each.text("id"), call.params(), USUAL, MOST));
    }

    private Optional<Json> find(ThreadId thread, String id) {
        return notes.list(thread, NOTE).stream()
                .filter(each -> each.text("id").equals(id))
                .findFirst();
    }

    private void update(Call call) {
        var params = call.params();
        var thread = hub.find(params.thread()).id();
        var input = input(params);
        var id = params.text("queuedSubmissionId");
        if (find(thread, id).isEmpty()) throw RpcError.invalid("queued submission not found: " + id);
        notes.changeList(thread, NOTE, all -> {
            all.replaceAll(each ->
                    each instanceof Json.Obj known && known.text("id").equals(id) ? known.with("input", input) : each);
            return all;
        });
        var now = find(thread, id).orElseThrow(() -> RpcError.invalid("queued submission not found: " + id));
        call.answer(Json.object().with("queuedSubmission", now));
        changed(thread);
    }

    private void delete(Call call) {
        var thread = hub.find(call.params().thread()).id();
        var id = call.params().text("queuedSubmissionId");
        var there = find(thread, id).isPresent();
        remove(thread, id);
        call.answer(Json.object().with("deleted", Json.of(there)));
        if (there) changed(thread);
    }

    private void remove(ThreadId thread, String id) {
        notes.changeList(thread, NOTE, all -> {
            all.removeIf(each -> each.text("id").equals(id));
            return all;
        });
    }

    /// Those that are named, in this order; the others follow as they were.
    private void reorder(Call call) {
        var thread = hub.find(call.params().thread()).id();
        var order = call.params().texts("queuedSubmissionIds");
        notes.changeList(thread, NOTE, all -> {
            var sorted = new ArrayList<Json>();
            for (var id : order)
                all.stream().filter(each -> each.text("id").equals(id)).forEach(sorted::add);
            all.removeAll(sorted);
            sorted.addAll(all);
            return sorted;
        });
        call.answer(Json.object());
        changed(thread);
    }

    private void start(Call call) throws InterruptedException {
        var thread = hub.load(call.params().thread());
        thread.join(call.client());
        var wanted = call.params().optional("queuedSubmissionId");
        var entry = wanted.isPresent()
                ? find(thread.id(), wanted.get())
                : notes.list(thread.id(), NOTE).stream().findFirst();
        if (entry.isEmpty()) {
            throw RpcError.invalid(
                    wanted.map(id -> "queued submission not found: " + id).orElse("queue is empty"));
        }
        if (thread.gateway().activeTurn(thread.id()).isPresent()) {
            throw RpcError.invalid("a turn is under way: start the queue after it");
        }
        begin(thread, entry.get(), turn -> call.answer(Json.object().with("turn", ServerTurns.asked(turn))));
    }

    /// Nothing is lost when this fails: what waits can be started by a client.
    private void next(ThreadId id) {
        try {
            var first = notes.list(id, NOTE).stream().findFirst();
            if (first.isEmpty()) return;
            var thread = hub.load(id);
            if (thread.gateway().activeTurn(id).isEmpty()) begin(thread, first.get(), _ -> {});
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            Console.warn("the queue of thread " + id + " stays as it is: " + failed.getMessage());
        }
    }

    @FunctionalInterface
    private interface Begun {
        void with(TurnId turn);
    }

    /// The entry's id is the letter's: however often it is begun, it is one request.
    private void begin(LoadedThread thread, Json entry, Begun begun) throws InterruptedException {
        var id = entry.text("id");
        var message = Inputs.read(new Params(entry));
        thread.inOrder(() -> {
            var turn = turns.submit(
                    thread,
                    turns.request(thread, message),
                    items -> new Command.Submit(new LetterId(id), thread.id(), items, "user"));
            begun.with(turn);
            remove(thread.id(), id);
            return turn;
        });
        changed(thread.id());
    }

    private void changed(ThreadId thread) {
        hub.tellEverybody("thread/queue/changed", Json.object().with("threadId", thread.value()));
    }
}
