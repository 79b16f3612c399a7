package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.appserver.setting.SetupOverrides;
import dev.pawl.codex.ServerStatus;
import dev.pawl.codex.ServerTurns;
import dev.pawl.gateway.Removal;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.TurnView;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// `thread/…` about one thread: begin, resume, read, name, put away.
final class ThreadMethods {
    private final Hub hub;
    private final ThreadJson json;
    private final Notes notes;

    ThreadMethods(Hub hub, ThreadJson json) {
        this.hub = hub;
        this.json = json;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/start", this::start);
        methods.put("thread/resume", this::resume);
        methods.put("thread/read", this::read);
        methods.put("thread/delete", this::delete);
        methods.put("thread/name/set", this::name);
        methods.put("thread/archive", this::archive);
        methods.put("thread/unarchive", this::unarchive);
        methods.put("thread/unsubscribe", this::unsubscribe);
    }

    private void start(Call call) throws InterruptedException {
        var params = call.params();
        var backend = hub.backend();
        var keeping = params.flag("ephemeral") ? Backend.Storage.EPHEMERAL : Backend.Storage.DURABLE;
        checkProvider(hub, params);
        var wishes = new SetupOverrides(params);
        var folder = wishes.apply(backend.setup()).cwd();
        var setup = wishes.apply(backend.setupIn(folder));
        var now = backend.now();
        var thread = new ChatThread(new ThreadId(backend.fresh()), "", "appServer", "", false, setup, now, now);
        backend.gateway(keeping).open(thread);
        var loaded = hub.load(keeping, thread);
        params.optional("developerInstructions").ifPresent(words -> Prelude.developer(notes, thread.id(), words));
        var look = new ThreadJson.Look(keeping, loaded.status(), "", List.of());
        loaded.join(call.client(), _ -> call.result(json.opened(thread, look)), false);
        hub.tellEverybody("thread/started", Json.object().with("thread", json.thread(thread, look)));
    }

    /// Only one that the settings have: with another, no turn could begin.
    static void checkProvider(Hub hub, Params params) {
        var named = params.optional("modelProvider")
                .or(() -> params.json().at("config").at("model_provider").text());
        if (named.isPresent() && !hub.backend().hasProvider(named.get())) {
            throw RpcError.invalid("failed to load configuration: Model provider `" + named.get() + "` not found");
        }
    }

    private void resume(Call call) throws InterruptedException {
        var loaded = hub.load(call.params().thread());
        var earlier = loaded.refresh();
        if (earlier.archived()) throw RpcError.invalid("thread " + earlier.id() + " is archived: unarchive it first");
        checkProvider(hub, call.params());
        var setup = new SetupOverrides(call.params()).apply(earlier.setup());
        if (!setup.equals(earlier.setup())) loaded.setUp(setup);
        var preview = loaded.preview();
        var first = PageMethods.first(call.params(), loaded);
        Function<List<Json.Obj>, String> answer = turns -> call.result(
                json.opened(loaded.thread(), new ThreadJson.Look(loaded.keeping(), loaded.status(), preview, turns))
                        .with("initialTurnsPage", first));
        var after = call.params().whole("afterSeq");
        if (after.isPresent()) loaded.rejoin(call.client(), answer, after.get());
        else loaded.join(call.client(), answer, !call.params().flag("excludeTurns"));
    }

    private void read(Call call) throws InterruptedException {
        var thread = hub.find(call.params().thread());
        var turns = call.params().flag("includeTurns") ? full(hub.turns(thread)) : List.<Json.Obj>of();
        call.answer(Json.object().with("thread", json.thread(thread, look(thread, hub.preview(thread), turns))));
    }

    static List<Json.Obj> full(List<TurnView> turns) {
        return turns.stream()
                .map(turn -> ServerTurns.of(turn, ServerTurns.Items.FULL))
                .toList();
    }

    /// How a thread looks from outside, loaded or not.
    ThreadJson.Look look(ChatThread thread, String preview, List<Json.Obj> turns) {
        var loaded = hub.loaded(thread.id());
        if (loaded.isPresent()) {
            return new ThreadJson.Look(loaded.get().keeping(), loaded.get().status(), preview, turns);
        }
        var backend = hub.backend();
        var status = ServerStatus.ofUnloaded(backend.status(thread), backend.now());
        return new ThreadJson.Look(Backend.Storage.DURABLE, status, preview, turns);
    }

    private void delete(Call call) {
        var thread = hub.find(call.params().thread());
        var keeping = hub.loaded(thread.id()).map(LoadedThread::keeping).orElse(Backend.Storage.DURABLE);
        hub.backend().threads(keeping).stop(thread.id(), "the thread was deleted");
        hub.unload(thread.id());
        switch (hub.backend().threads(keeping).delete(thread.id())) {
            case Removal.Busy(var busy) -> throw RpcError.invalid("thread " + busy + " has a turn under way");
            case Removal.Gone(var all) -> {
                hub.backend().transcripts().ifPresent(files -> files.delete(thread));
                call.answer(Json.object());
                for (var id : all) hub.tellEverybody("thread/deleted", of(id));
            }
        }
    }

    private void name(Call call) {
        var thread = hub.find(call.params().thread());
        var name = call.params().text("name").strip();
        if (name.isEmpty()) throw RpcError.invalid("thread name must not be empty");
        threads(thread.id()).rename(thread.id(), name, hub.backend().now());
        hub.loaded(thread.id()).ifPresent(LoadedThread::refresh);
        call.answer(Json.object());
        hub.tellEverybody("thread/name/updated", of(thread.id()).with("threadName", name));
    }

    private ThreadOperations threads(ThreadId id) {
        return hub.backend().threads(hub.loaded(id).map(LoadedThread::keeping).orElse(Backend.Storage.DURABLE));
    }

    private void archive(Call call) {
        var thread = hub.find(call.params().thread());
        threads(thread.id()).stop(thread.id(), "the thread was archived");
        hub.unload(thread.id());
        var now = hub.backend().now();
        var changed = hub.backend().threads(Backend.Storage.DURABLE).archive(thread.id(), true, now);
        for (var id : changed) {
            hub.unload(id);
            hub.durable()
                    .thread(id)
                    .ifPresent(next -> hub.backend().transcripts().ifPresent(files -> files.move(next)));
        }
        call.answer(Json.object());
        for (var id : changed) hub.tellEverybody("thread/archived", of(id));
    }

    private void unarchive(Call call) {
        var thread = hub.find(call.params().thread());
        var next = thread.archived(false, hub.backend().now());
        threads(thread.id()).shelve(thread.id(), false, hub.backend().now());
        hub.loaded(thread.id()).ifPresent(LoadedThread::refresh);
        hub.backend().transcripts().ifPresent(files -> files.move(next));
        call.answer(Json.object().with("thread", json.thread(next, look(next, hub.preview(next), List.of()))));
        hub.tellEverybody("thread/unarchived", of(thread.id()));
    }

    private void unsubscribe(Call call) {
        var loaded = hub.loaded(call.params().thread());
        var status =
                loaded.isEmpty() ? "notLoaded" : loaded.get().leave(call.client()) ? "unsubscribed" : "notSubscribed";
        call.answer(Json.object().with("status", status));
    }

    private static Json.Obj of(ThreadId id) {
        return Json.object().with("threadId", id.value());
    }
}
