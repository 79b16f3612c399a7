package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.gateway.DropReply;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.util.List;
import java.util.Map;

/// `thread/revert`, and `thread/rollback` as older clients call it: the last turns are neither read
/// nor shown any more. Files stay as they are, and so does the log.
final class DropMethods {
    private static final int MOST = 1_000_000;

    private final Hub hub;
    private final ThreadJson json;

    DropMethods(Hub hub, ThreadJson json) {
        this.hub = hub;
        this.json = json;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/rollback", this::rollback);
        methods.put("thread/revert", this::revert);
    }

    private void rollback(Call call) throws InterruptedException {
        var count = call.params().whole("numTurns").orElseThrow(() -> Params.missing("numTurns"));
        if (count < 1) throw RpcError.invalid("numTurns must be >= 1");
        drop(call, (threads, thread) -> threads.dropLast(thread.id(), (int) Math.min(count, MOST)), true);
    }

    private void revert(Call call) throws InterruptedException {
        var first = new TurnId(call.params().text("beforeTurnId"));
        drop(call, (threads, thread) -> threads.dropFrom(thread.id(), first), false);
    }

    @FunctionalInterface
    private interface Dropping {
        DropReply of(ThreadOperations threads, ChatThread thread);
    }

    private void drop(Call call, Dropping dropping, boolean withTurns) throws InterruptedException {
        var loaded = hub.load(call.params().thread());
        var thread = loaded.thread();
        loaded.inOrder(() -> {
            switch (dropping.of(hub.backend().threads(loaded.keeping()), thread)) {
                case DropReply.Refused(var why) -> throw RpcError.invalid(why);
                case DropReply.Dropped(var dropped) -> {
                    if (loaded.keeping() == Backend.Storage.DURABLE) {
                        hub.backend().transcripts().ifPresent(files -> files.dropped(thread, dropped.size()));
                    }
                    call.answer(left(loaded, withTurns));
                }
            }
            return thread;
        });
    }

    /// The thread as it is now.
    private Json left(LoadedThread loaded, boolean withTurns) throws InterruptedException {
        var turns = withTurns ? ThreadMethods.full(loaded.history().all()) : List.<Json.Obj>of();
        var look = new ThreadJson.Look(loaded.keeping(), loaded.status(), loaded.preview(), turns);
        return Json.object().with("thread", json.thread(loaded.thread(), look));
    }
}
